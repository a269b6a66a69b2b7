import { createPublicKey, type webcrypto } from 'node:crypto';
import { LONGEST_KEY_ID, type SigningAlgorithm } from './token-header.js';

/** Shorter RSA keys are not accepted (RFC 7518, 3.3). */
const SHORTEST_MODULUS_BITS = 2_048;

/** A public key, and the algorithms that it may verify: never those of another kind of key. */
export interface UsableKey {
  readonly pem: string;
  readonly algorithms: readonly SigningAlgorithm[];
}

/** The algorithms of each kind of key. */
const OF_KIND: Readonly<Record<string, readonly SigningAlgorithm[]>> = {
  RSA: ['RS256', 'PS256'],
  EC: ['ES256'],
  OKP: ['EdDSA'],
};

/** The curves of ES256 and EdDSA, by the kind of key. */
const CURVES: Readonly<Record<string, string>> = { EC: 'P-256', OKP: 'Ed25519' };

/** The keys of a key set, usable and unusable. */
export interface UsableKeys {
  /** By `kid`. */
  readonly keys: ReadonlyMap<string, UsableKey>;
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
  ['use is not sig', ({ use }) => use !== undefined && use !== SIGNING_USE],
  ['key_ops are not verify', ({ key_ops: ops }) => ops !== undefined && !isVerify(ops)],
  ['it is a private key', (jwk) => 'd' in jwk],
];

/** The keys of a key set with which this system verifies tokens (RFC 7517, 4; RFC 8725, 3.5). */
export function usableKeys(
  published: readonly unknown[],
  allowed: readonly SigningAlgorithm[],
): UsableKeys {
  const keys = new Map<string, UsableKey>();
  const refused: string[] = [];
  for (const jwk of published) {
    if (isForEncryption(jwk)) continue;
    const { kid, key, reason } = read(jwk, allowed);
    if (reason !== undefined) refused.push(`${kid}: ${reason}`);
    else if (key !== undefined) keys.set(kid, key);
  }
  return { keys, refused };
}

function isForEncryption(jwk: unknown): boolean {
  return typeof jwk === 'object' && jwk !== null && Reflect.get(jwk, 'use') === ENCRYPTION_USE;
}

function read(
  value: unknown,
  allowed: readonly SigningAlgorithm[],
): { kid: string; key?: UsableKey; reason?: string } {
  const jwk = typeof value === 'object' && value !== null ? (value as PublishedJwk) : {};
  const kid = typeof jwk['kid'] === 'string' ? jwk['kid'] : 'a key without a name';
  const [reason] = RULES.find(([, isBroken]) => isBroken(jwk)) ?? [];
  if (reason !== undefined) return { kid, reason };
  const algorithms = algorithmsOf(jwk, allowed);
  if (algorithms.length === 0) {
    return { kid, reason: `its algorithm is not one of ${allowed.join(', ')}` };
  }
  return { kid, ...imported(jwk, algorithms) };
}

function algorithmsOf(
  { kty, alg }: PublishedJwk,
  allowed: readonly SigningAlgorithm[],
): readonly SigningAlgorithm[] {
  const ofKind = typeof kty === 'string' && Object.hasOwn(OF_KIND, kty) ? OF_KIND[kty] : [];
  return (ofKind ?? []).filter(
    (one) => allowed.includes(one) && (alg === undefined || alg === one),
  );
}

function imported(
  jwk: PublishedJwk,
  algorithms: readonly SigningAlgorithm[],
): { key: UsableKey } | { reason: string } {
  try {
    const key = createPublicKey({ key: publicPart(jwk), format: 'jwk' });
    const { modulusLength = 0 } = key.asymmetricKeyDetails ?? {};
    if (key.asymmetricKeyType === 'rsa' && modulusLength < SHORTEST_MODULUS_BITS) {
      return { reason: `it has less than ${SHORTEST_MODULUS_BITS} bits` };
    }
    return { key: { pem: key.export({ type: 'spki', format: 'pem' }), algorithms } };
  } catch (error) {
    return { reason: error instanceof Error ? error.message : 'it cannot be read' };
  }
}

function publicPart({ kty, n, e, crv, x, y }: PublishedJwk): webcrypto.JsonWebKey {
  if (kty === 'RSA') return { kty, n: textIn(n), e: textIn(e) };
  const kind = textIn(kty);
  const curve = CURVES[kind] ?? '';
  if (crv !== curve) throw new Error(`its curve is not ${curve}`);
  return { kty: kind, crv: curve, x: textIn(x), ...(kind === 'EC' && { y: textIn(y) }) };
}

function textIn(value: unknown): string {
  if (typeof value !== 'string') throw new Error('a member of it is not a text');
  return value;
}

function isVerify(ops: unknown): boolean {
  return Array.isArray(ops) && ops.length === 1 && ops[0] === 'verify';
}
