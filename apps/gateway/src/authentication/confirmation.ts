import { Refusal } from './refusal.js';
import { isRecord, type Claims } from './token-claims.js';

/** SHA-256 in base64url. */
const THUMBPRINT = /^[A-Za-z0-9_-]{43}$/;

/** The registered methods (RFC 7800, RFC 9203) that name a key in a way that is not supported. */
const UNSUPPORTED = ['jwk', 'jwe', 'kid', 'jku', 'osc'];

/** The holder of a sender-constrained token; a token that names both keys needs both. */
export interface Confirmation {
  /** The thumbprint of a key for DPoP proofs (RFC 9449, 6.1; RFC 7638). */
  readonly jkt: string | undefined;
  /** The thumbprint of a client certificate (RFC 8705, 3.1). */
  readonly x5t: string | undefined;
}

/**
 * The claim `cnf` (RFC 7800); undefined for a bearer token. Members of a provider's own are ignored
 * (RFC 7800, 3.1), such as `kc-jkt-type` of Keycloak.
 * @throws Refusal `confirmation` when its form is another one, or it names a key in a way that is not
 *   supported: the token is constrained, and its sender cannot be verified
 */
export function confirmationOf({ cnf }: Claims): Confirmation | undefined {
  if (cnf === undefined) return undefined;
  if (!isRecord(cnf)) throw new Refusal('confirmation');
  const { jkt, 'x5t#S256': x5t } = cnf;
  const isSupported = jkt !== undefined || x5t !== undefined;
  if (!isSupported || UNSUPPORTED.some((method) => method in cnf)) {
    throw new Refusal('confirmation', { found: Object.keys(cnf) });
  }
  return { jkt: thumbprint(jkt), x5t: thumbprint(x5t) };
}

function thumbprint(value: unknown): string | undefined {
  if (value === undefined) return undefined;
  if (typeof value !== 'string' || !THUMBPRINT.test(value)) throw new Refusal('confirmation');
  return value;
}
