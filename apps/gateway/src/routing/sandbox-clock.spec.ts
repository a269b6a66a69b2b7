import { afterEach, expect, test } from '@jest/globals';
import type { Principal } from '@ndx/contracts';
import { PRINCIPAL_HEADER } from '@ndx/service';
import { ACCOUNT, CLAIMS, GatewayFixture } from '../testing/gateway-fixture.js';

const CLOCK = '/v1/sandbox/clock';
const DAY = 86_400;

let gateway: GatewayFixture;
afterEach(() => gateway.stop());

/** The principal of the last request to a service. */
function principalSent(): Principal {
  const [, claims = ''] = String(gateway.service.last().headers[PRINCIPAL_HEADER]).split('.');
  const { principal } = JSON.parse(Buffer.from(claims, 'base64url').toString()) as {
    principal: Principal;
  };
  return principal;
}

test.each(['development', 'production'])('no clock can be moved in %s', async (ENVIRONMENT) => {
  gateway = await GatewayFixture.start({ ENVIRONMENT });
  const headers = { authorization: await gateway.bearer() };
  for (const method of ['GET', 'POST', 'DELETE']) {
    const answer = await gateway.send(CLOCK, { method, headers });
    expect([answer.status, await answer.json()]).toMatchObject([
      404,
      { error_code: 'RESOURCE_NOT_FOUND' },
    ]);
  }
  expect(gateway.service.received).toEqual([]);
});

test('a moved clock is in the next request, and its response is marked with the time', async () => {
  gateway = await GatewayFixture.start({ ENVIRONMENT: 'sandbox' });
  const authorization = await gateway.bearer();
  const plain = await gateway.get('/v1/products', authorization);
  expect(plain.headers.get('x-sandbox-clock')).toBeNull();
  expect(principalSent()).not.toHaveProperty('clock_offset_seconds');

  gateway.service.accounts.set(CLAIMS.org_id, { ...ACCOUNT, clock_offset_seconds: DAY });
  await gateway.send(CLOCK, { method: 'POST', headers: { authorization } });
  const marked = await gateway.get('/v1/products', authorization);
  expect(principalSent()).toMatchObject({ clock_offset_seconds: DAY });
  const time = Date.parse(marked.headers.get('x-sandbox-clock') ?? '');
  expect(Math.round((time - Date.now()) / (DAY * 1_000))).toBe(1);

  gateway.service.accounts.set(CLAIMS.org_id, ACCOUNT);
  await gateway.send(CLOCK, { method: 'DELETE', headers: { authorization } });
  const after = await gateway.get('/v1/products', authorization);
  expect(after.headers.get('x-sandbox-clock')).toBeNull();
  expect(principalSent()).not.toHaveProperty('clock_offset_seconds');
});

test('an account that may only read does not move the clock', async () => {
  gateway = await GatewayFixture.start({ ENVIRONMENT: 'sandbox' });
  const reader = { authorization: await gateway.bearer({ permissions: ['network:read'] }) };
  expect((await gateway.get(CLOCK, reader.authorization)).status).toBe(200);
  gateway.service.received.length = 0;
  for (const method of ['POST', 'DELETE']) {
    expect((await gateway.send(CLOCK, { method, headers: reader })).status).toBe(403);
  }
  expect(gateway.service.received).toEqual([]);
});
