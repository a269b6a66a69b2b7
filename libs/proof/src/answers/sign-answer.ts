import { hash } from 'node:crypto';
import { signEd25519 } from '../note/ed25519.js';
import type { FileKey } from '../reliance/detached-jws.js';

/** The type of the JWS, so that no other statement of the key passes for an answer. */
export const ANSWER_TYPE = 'ndx-answer';

/** The facts that a signature binds to the body of an answer. */
export interface AnswerClaims {
  readonly queryEventId: string;
  readonly queryingEntityId: string;
  readonly occurredAt: string;
}

export type AnswerSigner = (body: string, claims: AnswerClaims) => string;

/**
 * Signs answers: a compact JWS over the digest of the body and its claims (decision 0109). The
 * digest keeps the cost independent of the size of an answer: Ed25519 hashes its message twice.
 */
export function answerSigner({ kid, privateKey }: FileKey): AnswerSigner {
  const header = encoded({ alg: 'EdDSA', kid, typ: ANSWER_TYPE });
  return (body, claims) => {
    const signed = `${header}.${encoded({
      body_sha256: bodyDigest(body),
      occurred_at: claims.occurredAt,
      query_event_id: claims.queryEventId,
      querying_entity_id: claims.queryingEntityId,
    })}`;
    return `${signed}.${signEd25519(privateKey, signed).toString('base64url')}`;
  };
}

/** SHA-256 in lower-case hexadecimal. */
export function bodyDigest(body: Uint8Array | string): string {
  return hash('sha256', body, 'hex');
}

function encoded(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}
