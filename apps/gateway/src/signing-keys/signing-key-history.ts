import { listSigningKeys, type PublishedKey } from '@ndx/api';
import { STATEFUL_SERVICE_NAMES } from '@ndx/contracts';
import { PRINCIPAL_HEADER, type PrincipalSigner, type ServiceClients } from '@ndx/service';
import type { Logger } from '@ndx/telemetry';
import { PublishedDocument } from '../http/published-document.js';

/** A new key of a service is published within this time. */
const FRESH_FOR_MS = 60_000;

/**
 * The public keys of all services, which each service lists itself. Concurrent requests share one
 * reading. The last keys of a service that does not respond stay published.
 */
export class SigningKeyHistory {
  private readonly known = new Map<string, readonly PublishedKey[]>();
  private current:
    { readonly document: Promise<PublishedDocument>; readonly at: number } | undefined;

  constructor(
    private readonly services: ServiceClients,
    private readonly signer: PrincipalSigner,
    private readonly logger: Logger,
    /** Milliseconds of a monotonic clock. */
    private readonly now: () => number = () => performance.now(),
  ) {}

  /** @throws OPERATION_FAILED when a service has not listed its keys since the start */
  read(): Promise<PublishedDocument> {
    if (this.current && this.now() < this.current.at + FRESH_FOR_MS) {
      return this.current.document;
    }
    const document = this.collect().catch((error: unknown) => {
      // A history without a service would make its signatures look forged.
      this.current = undefined;
      throw error;
    });
    this.current = { document, at: this.now() };
    return document;
  }

  private async collect(): Promise<PublishedDocument> {
    const keys = await Promise.all(STATEFUL_SERVICE_NAMES.map((service) => this.keysOf(service)));
    return new PublishedDocument(JSON.stringify({ keys: keys.flat() }));
  }

  private async keysOf(service: (typeof STATEFUL_SERVICE_NAMES)[number]) {
    try {
      const headers = { [PRINCIPAL_HEADER]: this.signer.ourselves() };
      const { keys } = await this.services
        .to(service)
        .call(listSigningKeys, { body: undefined }, headers);
      this.known.set(service, keys);
      return keys;
    } catch (error) {
      const known = this.known.get(service);
      if (known === undefined) throw error;
      this.logger.warn(
        { err: error, service },
        'signing keys not read; publishing the cached keys',
      );
      return known;
    }
  }
}
