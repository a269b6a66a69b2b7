import { afterEach, expect, test } from '@jest/globals';
import { SANDBOX_RUN_HEADER } from '@ndx/contracts';
import { ACCOUNT, CLAIMS, GatewayFixture } from '../testing/gateway-fixture.js';

const CLOCK = '/v1/sandbox/clock';
const DAY = 86_400;

let gateway: GatewayFixture;
afterEach(() => gateway.stop());

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
  expect(gateway.service.lastPrincipal()).not.toHaveProperty('clock_offset_seconds');

  gateway.service.accounts.set(CLAIMS.org_id, { ...ACCOUNT, clock_offset_seconds: DAY });
  await gateway.send(CLOCK, { method: 'POST', headers: { authorization } });
  const marked = await gateway.get('/v1/products', authorization);
  expect(gateway.service.lastPrincipal()).toMatchObject({ clock_offset_seconds: DAY });
  const time = Date.parse(marked.headers.get('x-sandbox-clock') ?? '');
  expect(Math.round((time - Date.now()) / (DAY * 1_000))).toBe(1);

  gateway.service.accounts.set(CLAIMS.org_id, ACCOUNT);
  await gateway.send(CLOCK, { method: 'DELETE', headers: { authorization } });
  const after = await gateway.get('/v1/products', authorization);
  expect(after.headers.get('x-sandbox-clock')).toBeNull();
  expect(gateway.service.lastPrincipal()).not.toHaveProperty('clock_offset_seconds');
});

test('a request with a test run has the clock of the run, one without the clock of the institution', async () => {
  gateway = await GatewayFixture.start({ ENVIRONMENT: 'sandbox' });
  const authorization = await gateway.bearer();
  const { accounts } = gateway.service;
  accounts.set(CLAIMS.org_id, { ...ACCOUNT, clock_offset_seconds: DAY });
  accounts.set(`${CLAIMS.org_id} ci-1`, { ...ACCOUNT, clock_offset_seconds: 2 * DAY });
  accounts.set(`${CLAIMS.org_id} ci-2`, ACCOUNT);
  const offsets = [];
  for (const run of ['ci-1', 'ci-2', undefined, 'ci-1']) {
    const headers = run === undefined ? undefined : { [SANDBOX_RUN_HEADER]: run };
    const answer = await gateway.get('/v1/products', authorization, headers);
    const isMarked = answer.headers.get('x-sandbox-clock') !== null;
    offsets.push([gateway.service.lastPrincipal().clock_offset_seconds, isMarked]);
  }
  expect(offsets).toEqual([
    [2 * DAY, true],
    [undefined, false],
    [DAY, true],
    [2 * DAY, true],
  ]);
});

test('a malformed name of a test run is a 422 that names the header, with a valid token alone', async () => {
  gateway = await GatewayFixture.start({ ENVIRONMENT: 'sandbox' });
  const malformed = { [SANDBOX_RUN_HEADER]: 'a b' };
  const answer = await gateway.get('/v1/products', await gateway.bearer(), malformed);
  expect([answer.status, await answer.json()]).toEqual([
    422,
    {
      detail:
        'header -> x-sandbox-run: must have 1 to 64 letters, digits, dots, hyphens or underscores',
    },
  ]);
  expect((await gateway.get('/v1/products', 'Bearer x', malformed)).status).toBe(401);
  expect(gateway.service.received).toEqual([]);
});

test.each(['development', 'production'])('no test run has a clock in %s', async (ENVIRONMENT) => {
  gateway = await GatewayFixture.start({ ENVIRONMENT });
  gateway.service.accounts.set(`${CLAIMS.org_id} ci-1`, {
    ...ACCOUNT,
    clock_offset_seconds: DAY,
  });
  const headers = { [SANDBOX_RUN_HEADER]: 'ci-1' };
  expect((await gateway.get('/v1/products', await gateway.bearer(), headers)).status).toBe(200);
  expect(gateway.service.lastPrincipal()).not.toHaveProperty('clock_offset_seconds');
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
