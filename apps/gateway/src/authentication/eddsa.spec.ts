import { expect, test } from '@jest/globals';
import { AUTHENTICATION_ERRORS } from '@ndx/contracts';
import { eventually } from '@ndx/testing';
import { EDDSA_CORPUS, EDDSA_KEYS, eddsa, type EdDsaRow } from '../testing/eddsa-corpus.js';
import { CLAIMS, seen, useGateway } from '../testing/gateway-fixture.js';

const PATH = '/v1/products';

const gateway = useGateway({
  TOKEN_ALGORITHMS: 'RS256,EdDSA',
  KEY_SET_REFRESH_MS: '100',
  REJECTED_CREDENTIALS_PER_MINUTE: '0',
});

function tokenOf({ header, claims, sign, change }: EdDsaRow = {}): string {
  gateway.keySet.body ??= EDDSA_KEYS;
  const full = { alg: 'EdDSA', kid: 'ed25519', ...header };
  const payload = { ...gateway.issuer.claimsOf(CLAIMS), ...claims };
  const token = gateway.issuer.exact(full, payload, sign ?? eddsa());
  return change?.(token) ?? token;
}

const send = (token: string) => gateway.get(PATH, `Bearer ${token}`);

const refusalsOf = async (reason: string) =>
  Number(
    new RegExp(`^gateway_authentication_refusals_total{reason="${reason}".* (\\d+)$`, 'm').exec(
      await gateway.figures(),
    )?.[1],
  );

test('a token that is signed with EdDSA is accepted, also for several audiences', async () => {
  expect((await send(tokenOf())).status).toBe(200);
  const { clientId } = gateway.issuer.provider;
  const claims = { aud: ['account', clientId], azp: clientId };
  expect((await send(tokenOf({ claims }))).status).toBe(200);
  expect((await send(tokenOf({ header: { typ: 'at+jwt' } }))).status).toBe(200);
});

test('a provider whose clock is a few seconds ahead is accepted', async () => {
  const ahead = Math.floor(Date.now() / 1_000) + 8;
  expect((await send(tokenOf({ claims: { nbf: ahead, iat: ahead } }))).status).toBe(200);
});

test.each(EDDSA_CORPUS)('a token is rejected as %s: %s', async (reason, _name, row) => {
  gateway.service.received.length = 0;
  const before = await refusalsOf(reason);
  const { noAccount, invalid } = AUTHENTICATION_ERRORS;
  const { status, detail } = reason === 'unknown_account' ? noAccount : invalid;
  expect(await seen(send(tokenOf(row())))).toEqual({ status, body: { detail } });
  expect(gateway.service.received).toEqual([]);
  expect(await refusalsOf(reason)).toBe(before + 1);
});

test('a withdrawn key is rejected, also for a token that was accepted', async () => {
  const token = tokenOf();
  expect((await send(token)).status).toBe(200);
  gateway.keySet.body = { keys: EDDSA_KEYS.keys.slice(1) };
  await eventually(async () => expect((await send(token)).status).toBe(401));
  gateway.keySet.body = EDDSA_KEYS;
  await eventually(async () => expect((await send(token)).status).toBe(200));
});

test('a gateway without the algorithm rejects the token', async () => {
  const other = await gateway.another({ TOKEN_ALGORITHMS: 'RS256' });
  try {
    const headers = { authorization: `Bearer ${tokenOf()}` };
    expect((await fetch(other.url + PATH, { headers })).status).toBe(401);
  } finally {
    await other.close();
  }
});
