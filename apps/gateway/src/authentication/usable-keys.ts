import { createPublicKey } from 'node:crypto';
import { LONGEST_KEY_ID, SIGNING_ALGORITHM } from './token-header.js';

/** Shorter RSA keys are not accepted (RFC 7518, 3.3). */
const SHORTEST_MODULUS_BITS = 2_048;

/** The keys of a key set, usable and unusable. */
export interface UsableKeys {
  /** PEM by `kid`. */
  readonly keys: ReadonlyMap<string, string>;
  /** Each unusable published key, with the reason; not those for encryption. */
  readonly refused: readonly string[];
}

const SIGNING_USE = 'sig';
/** Providers publish the keys with which others encrypt for them in the same set. */
const ENCRYPTION_USE = 'enc';

type PublishedJwk = Readonly<Record<string, unknown>>;

const RULES: readonly (readonly [reason: string, isBroken: (jwk: PublishedJwk) => boolean])[] = [
  ['kid is not a text', ({ kid }) => typeof kid !== 'string' || kid === ''],
  [
    `kid has more than ${LONGEST_KEY_ID} characters`,
    ({ kid }) => String(kid).length > LONGEST_KEY_ID,
  ],
  ['kty is not RSA', ({ kty }) => kty !== 'RSA'],
  ['use is not sig', ({ use }) => use !== undefined && use !== SIGNING_USE],
  [`alg is not ${SIGNING_ALGORITHM}`, ({ alg }) => alg !== undefined && alg !== SIGNING_ALGORITHM],
  ['key_ops are not verify', ({ key_ops: ops }) => ops !== undefined && !isVerify(ops)],
  ['it is a private key', (jwk) => 'd' in jwk],
];

/** The keys of a key set with which this system verifies tokens (RFC 7517, 4; RFC 8725, 3.5). */
export function usableKeys(published: readonly unknown[]): UsableKeys {
  const keys = new Map<string, string>();
  const refused: string[] = [];
  for (const jwk of published) {
    if (isForEncryption(jwk)) continue;
    const { kid, pem, reason } = read(jwk);
    if (reason !== undefined) refused.push(`${kid}: ${reason}`);
    else if (pem !== undefined) keys.set(kid, pem);
  }
  return { keys, refused };
}

function isForEncryption(jwk: unknown): boolean {
  return typeof jwk === 'object' && jwk !== null && Reflect.get(jwk, 'use') === ENCRYPTION_USE;
}

function read(value: unknown): { kid: string; pem?: string; reason?: string } {
  const jwk = typeof value === 'object' && value !== null ? (value as PublishedJwk) : {};
  const kid = typeof jwk['kid'] === 'string' ? jwk['kid'] : 'a key without a name';
  const [reason] = RULES.find(([, isBroken]) => isBroken(jwk)) ?? [];
  return reason === undefined ? { kid, ...imported(jwk) } : { kid, reason };
}

function imported({ n, e }: PublishedJwk): { pem: string } | { reason: string } {
  if (typeof n !== 'string' || typeof e !== 'string') return { reason: 'it has no modulus' };
  try {
    const key = createPublicKey({ key: { kty: 'RSA', n, e }, format: 'jwk' });
    const { modulusLength = 0 } = key.asymmetricKeyDetails ?? {};
    if (modulusLength < SHORTEST_MODULUS_BITS) {
      return { reason: `it has less than ${SHORTEST_MODULUS_BITS} bits` };
    }
    return { pem: key.export({ type: 'spki', format: 'pem' }) };
  } catch (error) {
    return { reason: error instanceof Error ? error.message : 'it cannot be read' };
  }
}

function isVerify(ops: unknown): boolean {
  return Array.isArray(ops) && ops.length === 1 && ops[0] === 'verify';
}
