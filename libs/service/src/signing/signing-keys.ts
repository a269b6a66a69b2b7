import { createPublicKey, hash, hkdfSync, type KeyObject } from 'node:crypto';
import type { PublishedKey } from '@ndx/api';
import { variableKind } from '@ndx/config';
import type { StatefulServiceName } from '@ndx/contracts';
import { privateKeyOf, publicBytesOf } from '@ndx/proof';

/** The uses of a service's keys: the checkpoints of its logs; its answers and files. */
type Purpose = PublishedKey['purpose'];

/** The times at which a key signs; null for an open end. */
interface Period {
  readonly from: string | null;
  readonly until: string | null;
}

/** The value of `*_SIGNING_KEY`. */
export interface SigningSeed {
  readonly seed: Buffer;
  readonly from: string | null;
}

/** A pair of public keys that signed before, in an entry of `PREVIOUS_SIGNING_KEYS`. */
interface PreviousKeys extends Period {
  /** Raw Ed25519 keys in base64url, by their purpose. */
  readonly keys: Readonly<Record<Purpose, string>>;
}

/** A key that signs. */
export interface ProofKey {
  /** The RFC 7638 thumbprint of the public key. */
  readonly kid: string;
  readonly privateKey: KeyObject;
  readonly publicKey: KeyObject;
}

/** The keys of a service that make statements verifiable for outsiders. */
export interface ProofKeys {
  /** Signs the checkpoints of the service's logs, as notes. */
  readonly noteKey: ProofKey;
  /** Signs answers and files, as JWS. */
  readonly jwsKey: ProofKey;
  /** The public keys of the service, with the earlier ones. */
  readonly history: readonly PublishedKey[];
}

const KEY = /^[\w-]{43}$/;

/** Configuration value: the seed, and from when it signs if it is not the first. */
export const signingSeed = variableKind(
  'base64 of 32 bytes; or base64@time, the time from which it signs',
  (value): SigningSeed => {
    const [encoded = '', time = '', ...rest] = value.split('@');
    const seed = Buffer.from(encoded, 'base64');
    if (seed.length !== 32 || rest.length > 0) throw new Error('must be base64 of 32 bytes');
    return { seed, from: timeOf(time) };
  },
);

/** Configuration value: public keys with the time in which they signed. */
export const previousSigningKeys = variableKind(
  'checkpoints:answers@from/until,…: public keys in base64url and times; from may be empty',
  (value): readonly PreviousKeys[] =>
    value === '' ? [] : value.split(',').map((entry) => previousKeys(entry)),
);

/** The signing keys of a service, derived from its seed. */
export function proofKeys(
  service: StatefulServiceName,
  { seed, from }: SigningSeed,
  previous: readonly PreviousKeys[],
): ProofKeys {
  const noteKey = derivedKey(seed, service, 'checkpoints');
  const jwsKey = derivedKey(seed, service, 'answers');
  const current = { checkpoints: rawKey(noteKey.publicKey), answers: rawKey(jwsKey.publicKey) };
  const history = [{ keys: current, from, until: null }, ...previous].flatMap(
    ({ keys, ...period }) => [
      published(service, 'checkpoints', keys.checkpoints, period),
      published(service, 'answers', keys.answers, period),
    ],
  );
  return { noteKey, jwsKey, history };
}

/** The entry of `PREVIOUS_SIGNING_KEYS` for the current keys, without its end. */
export function entryOf({ noteKey, jwsKey, history }: ProofKeys): string {
  const from = history.find(({ kid }) => kid === jwsKey.kid)?.from ?? '';
  return `${rawKey(noteKey.publicKey)}:${rawKey(jwsKey.publicKey)}@${from}/`;
}

function previousKeys(entry: string): PreviousKeys {
  const [pair = '', period = ''] = entry.split('@');
  const [checkpoints = '', answers = '', ...others] = pair.split(':');
  const [from = '', until = '', ...rest] = period.split('/');
  const isWhole = KEY.test(checkpoints) && KEY.test(answers) && until !== '';
  if (!isWhole || others.length + rest.length > 0) throw new Error('must have two keys and times');
  return { keys: { checkpoints, answers }, from: timeOf(from), until: timeOf(until) };
}

function timeOf(text: string): string | null {
  // Throws a RangeError for anything that is not a time.
  return text === '' ? null : new Date(text).toISOString();
}

function derivedKey(seed: Buffer, service: StatefulServiceName, purpose: Purpose): ProofKey {
  const derived = hkdfSync('sha256', seed, '', `ndx/${service}/${purpose}`, 32);
  const privateKey = privateKeyOf(Buffer.from(derived));
  const publicKey = createPublicKey(privateKey);
  return { kid: thumbprint(rawKey(publicKey)), privateKey, publicKey };
}

/** The public key in base64url. */
function rawKey(key: KeyObject): string {
  return publicBytesOf(key).toString('base64url');
}

/** RFC 7638 and RFC 8037. */
function thumbprint(x: string): string {
  return hash('sha256', `{"crv":"Ed25519","kty":"OKP","x":"${x}"}`, 'base64url');
}

function published(
  service: StatefulServiceName,
  purpose: Purpose,
  x: string,
  { from, until }: Period,
): PublishedKey {
  const kid = thumbprint(x);
  const jwk = { kty: 'OKP', crv: 'Ed25519', alg: 'EdDSA', use: 'sig', kid, x } as const;
  return { ...jwk, service, purpose, from, until };
}
