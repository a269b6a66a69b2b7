import { createPublicKey } from 'node:crypto';
import { errors, jwtVerify, type JWTPayload } from 'jose';
import { Refusal, type RefusalReason } from './refusal.js';
import { CLOCK_SKEW_SECONDS } from './token-claims.js';

/** The reasons for a claim that the verification rejects; `exp` is not a number here. */
const OF_CLAIM: Readonly<Record<string, RefusalReason>> = {
  ...{ exp: 'lifetime', nbf: 'not_yet_valid', iat: 'not_yet_valid' },
  ...{ aud: 'audience', iss: 'issuer' },
};

/**
 * Verifies the signature of a token by an Ed25519 key (RFC 8037), then its validity, audience and
 * issuer.
 * @param key PEM
 * @throws Refusal
 */
export async function verifyEdDsa(
  token: string,
  key: string,
  expected: { readonly issuer: string; readonly audience: string },
): Promise<JWTPayload> {
  try {
    const { issuer, audience } = expected;
    // `parseClaims` checks the expiry without the tolerance.
    const times = { clockTolerance: CLOCK_SKEW_SECONDS };
    const options = { issuer, audience, algorithms: ['EdDSA'], ...times };
    const { payload } = await jwtVerify(token, createPublicKey(key), options);
    return payload;
  } catch (error) {
    throw refusalOf(error);
  }
}

function refusalOf(error: unknown): Refusal {
  if (error instanceof errors.JWTExpired) return new Refusal('expired', { cause: error });
  if (error instanceof errors.JWTClaimValidationFailed) {
    const { claim, payload } = error;
    const reason = OF_CLAIM[claim] ?? 'malformed';
    const found = claim === 'aud' || claim === 'iss' ? payload[claim] : undefined;
    return new Refusal(reason, { cause: error, found });
  }
  const isMalformed = error instanceof errors.JWSInvalid || error instanceof errors.JWTInvalid;
  return new Refusal(isMalformed ? 'malformed' : 'signature', { cause: error });
}
