import { describe, expect, test } from '@jest/globals';
import { useStarted } from './use-started.js';
import { createRemoteJWKSet, jwtVerify } from 'jose';
import { TokenIssuer } from './token-issuer.js';

const CLAIMS = { sub: 'alice', org_id: 'first-bank' };

const issuer = useStarted(() => TokenIssuer.start());

/** A verifier that implements the contract's section 5. */
function verify(token: string) {
  const { url, clientId, issuer: name } = issuer.provider;
  const keys = createRemoteJWKSet(new URL(`${url}/${clientId}`));
  return jwtVerify(token, keys, { algorithms: ['RS256'], audience: clientId, issuer: name });
}

test('a valid token verifies against the published key set', async () => {
  const { payload } = await verify(await issuer.valid(CLAIMS));
  expect(payload).toMatchObject(CLAIMS);
});

describe('an invalid token is rejected for its only fault', () => {
  test.each([
    ['expired', 'ERR_JWT_EXPIRED', () => issuer.expired(CLAIMS)],
    ['not yet valid', 'ERR_JWT_CLAIM_VALIDATION_FAILED', () => issuer.notYetValid(CLAIMS)],
    [
      'another audience',
      'ERR_JWT_CLAIM_VALIDATION_FAILED',
      () => issuer.forAnotherAudience(CLAIMS),
    ],
    ['another issuer', 'ERR_JWT_CLAIM_VALIDATION_FAILED', () => issuer.byAnotherIssuer(CLAIMS)],
    ['unknown key', 'ERR_JWKS_NO_MATCHING_KEY', () => issuer.withUnknownKey(CLAIMS)],
    ['another party', 'ERR_JWS_SIGNATURE_VERIFICATION_FAILED', () => issuer.byAnotherParty(CLAIMS)],
    ['unsigned', 'ERR_JOSE_ALG_NOT_ALLOWED', async () => issuer.unsigned(CLAIMS)],
    ['public key as secret', 'ERR_JOSE_ALG_NOT_ALLOWED', () => issuer.signedWithPublicKey(CLAIMS)],
  ])('%s: %s', async (_fault, code, mint) => {
    await expect(verify(await mint())).rejects.toMatchObject({ code });
  });
});
