import { expect, test } from '@jest/globals';
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

test.each([
  ['expired', 'ERR_JWT_EXPIRED', () => issuer.expired(CLAIMS)],
  ['under an unknown key', 'ERR_JWKS_NO_MATCHING_KEY', () => issuer.withUnknownKey(CLAIMS)],
])('a token %s is rejected for its only fault', async (_fault, code, mint) => {
  await expect(verify(await mint())).rejects.toMatchObject({ code });
});
