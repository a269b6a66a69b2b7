import { KEY_BYTES, publicKeyOf, verifyEd25519 } from '../note/ed25519.js';
import { objectIn, type JsonObject } from '../reliance/json-object.js';
import { ANSWER_TYPE, bodyDigest, type AnswerClaims } from './sign-answer.js';

/** A member of the published keys, as `/.well-known/ndx-keys` lists them. */
export interface PublicKey {
  readonly kid: string;
  readonly x: string;
  readonly purpose: string;
  readonly from: string | null;
  readonly until: string | null;
}

/** Why a signature does not prove an answer, in the order of the checks. */
export const ANSWER_FAULTS = {
  malformed: 'the signature is not a JWS of an answer',
  key_unknown: 'the published keys do not have the key of the signature',
  signature_invalid: 'the signature is not of the key that it names',
  key_not_in_use: 'the key did not sign at the time of the query',
  body_differs: 'the body is not the one that was signed',
} as const;

export type AnswerFault = keyof typeof ANSWER_FAULTS;

/** A signature that proves nothing about the body. */
export class InvalidAnswer extends Error {
  constructor(readonly code: AnswerFault) {
    super(ANSWER_FAULTS[code]);
    this.name = 'InvalidAnswer';
  }
}

/**
 * Verifies an answer from an archive: its body, byte for byte, and its `Answer-Signature`. Returns
 * the facts that the signature binds.
 * @param keys the published keys, or a saved copy
 * @throws InvalidAnswer with the first fault
 */
export function verifyAnswer(
  body: Uint8Array | string,
  signature: string,
  keys: readonly PublicKey[],
): AnswerClaims & { readonly kid: string } {
  const [header = '', payload = '', text = '', ...rest] = signature.split('.');
  const { alg, typ, kid } = decoded(header);
  const claims = claimsIn(decoded(payload));
  if (rest.length > 0 || alg !== 'EdDSA' || typ !== ANSWER_TYPE || !claims) {
    throw new InvalidAnswer('malformed');
  }
  const key = keys.find((one) => one.kid === kid && one.purpose === 'answers');
  const x = Buffer.from(key?.x ?? '', 'base64url');
  if (!key || x.length !== KEY_BYTES) throw new InvalidAnswer('key_unknown');
  const bytes = Buffer.from(text, 'base64url');
  const isSigned = verifyEd25519(publicKeyOf(x), `${header}.${payload}`, bytes);
  if (!isSigned || bytes.toString('base64url') !== text) {
    throw new InvalidAnswer('signature_invalid');
  }
  const { digest, ...facts } = claims;
  if (!isInUse(key, facts.occurredAt)) throw new InvalidAnswer('key_not_in_use');
  if (bodyDigest(body) !== digest) throw new InvalidAnswer('body_differs');
  return { ...facts, kid: key.kid };
}

function decoded(part: string): JsonObject {
  return objectIn(Buffer.from(part, 'base64url')) ?? {};
}

function claimsIn(payload: JsonObject): (AnswerClaims & { readonly digest: string }) | undefined {
  const {
    body_sha256: digest,
    occurred_at: occurredAt,
    query_event_id: queryEventId,
    querying_entity_id: queryingEntityId,
  } = payload;
  const isWhole =
    typeof digest === 'string' &&
    typeof occurredAt === 'string' &&
    typeof queryEventId === 'string' &&
    typeof queryingEntityId === 'string';
  return isWhole ? { digest, occurredAt, queryEventId, queryingEntityId } : undefined;
}

function isInUse({ from, until }: PublicKey, occurredAt: string): boolean {
  const at = Date.parse(occurredAt);
  return (from === null || at >= Date.parse(from)) && (until === null || at <= Date.parse(until));
}
