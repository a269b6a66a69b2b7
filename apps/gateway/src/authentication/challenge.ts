import { PROOF_ALGORITHMS } from './dpop-proof.js';
import type { RefusalReason } from './refusal.js';

const ALGORITHMS = `algs="${PROOF_ALGORITHMS.join(' ')}"`;

/** A bearer token that is accepted only, or may be, with a proof. */
const NEEDS_PROOF: readonly RefusalReason[] = ['token_scheme', 'unbound'];

/**
 * The field `WWW-Authenticate` of a 401 (RFC 9449, 7.1). It states only whether the proof or the token
 * is at fault.
 *
 * @param authorization the header of the request
 */
export function challengeFor(reason: RefusalReason, authorization = ''): string {
  if (reason === 'absent') return 'Bearer';
  if (authorization.startsWith('DPoP ')) {
    const error = reason.startsWith('proof_') ? 'invalid_dpop_proof' : 'invalid_token';
    return `DPoP error="${error}", ${ALGORITHMS}`;
  }
  if (NEEDS_PROOF.includes(reason)) return `Bearer error="invalid_token", DPoP ${ALGORITHMS}`;
  return 'Bearer';
}
