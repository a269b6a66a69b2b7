import { hash, X509Certificate } from 'node:crypto';
import { isWithin } from './address-list.js';
import { onlyHeader } from './credential.js';
import { Refusal } from './refusal.js';

/** In characters: RFC 9440 allows headers of this size. */
const LONGEST_CERTIFICATE = 16_384;

/** The connection and the headers of a request. */
export interface Received {
  readonly rawHeaders: readonly string[];
  /** The other end of the connection, which is the ingress; undefined after it was closed. */
  readonly peer: string | undefined;
}

/** Reads the certificate that an ingress verified and passes on in a header. */
export class ClientCertificates {
  constructor(
    /** In lower case; empty when no header has certificates. */
    private readonly header: string,
    /** The ingress: from others, the header is not read. */
    private readonly trusted: readonly string[],
  ) {}

  /**
   * The SHA-256 thumbprint of the client's certificate (RFC 8705, 3.1); undefined when there is none
   * from a trusted sender, or several.
   * @throws Refusal `certificate` when it cannot be read
   */
  thumbprintOf({ rawHeaders, peer }: Received): string | undefined {
    if (this.header === '' || peer === undefined || !isWithin(peer, this.trusted)) return undefined;
    const value = onlyHeader(rawHeaders, this.header) ?? '';
    if (value === '' || value.length > LONGEST_CERTIFICATE) return undefined;
    return hash('sha256', certificateIn(value).raw, 'base64url');
  }
}

/**
 * A certificate in the form of RFC 9440 (`:base64:`), or in PEM with the escapes of a URL.
 * @throws Refusal `certificate` when it cannot be read
 */
function certificateIn(value: string): X509Certificate {
  const [, der] = /^:([A-Za-z0-9+/]+={0,2}):$/.exec(value) ?? [];
  try {
    return new X509Certificate(der === undefined ? decodeURIComponent(value) : bytesOf(der));
  } catch (error) {
    throw new Refusal('certificate', { cause: error });
  }
}

function bytesOf(base64: string): Buffer {
  return Buffer.from(base64, 'base64');
}
