import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { eventually } from '@ndx/testing';
import { CLAIMS, GatewayFixture, seen } from '../testing/gateway-fixture.js';

const PATH = '/v1/products';
const INVALID = { status: 401, body: { detail: 'Invalid or expired token' } };
const UNAVAILABLE = { status: 500, body: { detail: 'Authentication service is unavailable' } };

let gateway: GatewayFixture;

beforeEach(async () => {
  gateway = await GatewayFixture.start({ REJECTED_CREDENTIALS_PER_MINUTE: '0' });
});

afterEach(() => gateway.stop());

async function statusFor(token: string): Promise<number> {
  return (await gateway.get(PATH, `Bearer ${token}`)).status;
}

test('the key set is fetched once for any number of tokens', async () => {
  for (const sub of ['one', 'two', 'three']) {
    expect(await statusFor(await gateway.issuer.valid({ ...CLAIMS, sub }))).toBe(200);
  }
  expect(gateway.keySet.fetches).toBe(1);
});

test('a token with a new key is valid at once, and tokens with the old one stay valid', async () => {
  const old = await gateway.issuer.valid(CLAIMS);
  expect(await statusFor(old)).toBe(200);
  await gateway.issuer.provider.rotate();
  expect(await statusFor(await gateway.issuer.valid(CLAIMS))).toBe(200);
  expect(await statusFor(old)).toBe(200);
});

test('an unknown key id causes one fetch', async () => {
  const token = await gateway.issuer.withUnknownKey(CLAIMS);
  expect(await statusFor(token)).toBe(401);
  const { fetches } = gateway.keySet;
  expect(await statusFor(token)).toBe(401);
  expect(await statusFor(await gateway.issuer.withUnknownKey({ ...CLAIMS, sub: 'x' }))).toBe(401);
  expect(gateway.keySet.fetches).toBe(fetches);
});

test('a key id longer than any that a provider publishes is neither fetched nor remembered', async () => {
  const { fetches } = gateway.keySet;
  const token = await gateway.issuer.withUnknownKey(CLAIMS, 'k'.repeat(301));
  expect(await statusFor(token)).toBe(401);
  expect(gateway.keySet.fetches).toBe(fetches);
});

test('a flood of invented key ids costs a few fetches and does not delay a new key', async () => {
  expect(await statusFor(await gateway.issuer.valid(CLAIMS))).toBe(200);
  const mint = (_: unknown, at: number) => gateway.issuer.withUnknownKey(CLAIMS, `invented-${at}`);
  const invented = await Promise.all(Array.from({ length: 300 }, mint));
  const began = performance.now();
  const refusals = invented.map(statusFor);
  await gateway.issuer.provider.rotate();
  expect(await statusFor(await gateway.issuer.valid(CLAIMS))).toBe(200);
  expect(new Set(await Promise.all(refusals))).toEqual(new Set([401]));
  const seconds = (performance.now() - began) / 1_000;
  expect(gateway.keySet.fetches).toBeLessThanOrEqual(3 + Math.ceil(seconds));
});

test('two thousand tokens with invented key ids do not delay a valid one', async () => {
  const began = performance.now();
  const known = await gateway.issuer.valid(CLAIMS);
  expect(await statusFor(known)).toBe(200);
  const claims = gateway.issuer.claimsOf(CLAIMS);
  const flood = Array.from({ length: 100 }, async (_, client) => {
    const statuses = new Set<number>();
    for (let n = 0; n < 20; n += 1) {
      const kid = `invented-${client}-${n}`;
      const token = gateway.issuer.exact({ kid }, claims, () => 'c2lnbmVk');
      statuses.add(await statusFor(token));
    }
    return statuses;
  });
  const ended: string[] = [];
  const flooded = Promise.all(flood).finally(() => {
    ended.push('the flood');
  });
  await gateway.issuer.provider.rotate();
  const byNewKey = await gateway.issuer.valid(CLAIMS);
  do {
    expect(await statusFor(known)).toBe(200);
    expect(await statusFor(byNewKey)).toBe(200);
  } while (ended.length === 0);
  for (const statuses of await flooded) expect([...statuses]).toEqual([401]);
  const seconds = (performance.now() - began) / 1_000;
  expect(gateway.keySet.fetches).toBeLessThanOrEqual(3 + Math.ceil(seconds));
}, 300_000);

test('a key that was requested before its publication is found', async () => {
  const kid = await gateway.issuer.provider.rotate();
  gateway.keySet.withdrawn.add(kid);
  const token = await gateway.issuer.valid(CLAIMS);
  expect(await statusFor(token)).toBe(401);
  gateway.keySet.withdrawn.clear();
  await eventually(async () => expect(await statusFor(token)).toBe(200));
});

test('a withdrawn key is rejected, also for cached tokens', async () => {
  await gateway.restart({ KEY_SET_REFRESH_MS: '100' });
  const old = await gateway.issuer.valid(CLAIMS);
  expect(await statusFor(old)).toBe(200);
  const { kid } = gateway.issuer;
  await gateway.issuer.provider.rotate();
  expect(await statusFor(await gateway.issuer.valid(CLAIMS))).toBe(200);
  expect(await statusFor(old)).toBe(200);
  gateway.keySet.withdrawn.add(kid);
  await eventually(async () =>
    expect(await seen(gateway.get(PATH, `Bearer ${old}`))).toEqual(INVALID),
  );
  expect(await statusFor(await gateway.issuer.valid(CLAIMS))).toBe(200);
});

test('cached keys stay valid after any number of failed refreshes', async () => {
  await gateway.restart({ KEY_SET_REFRESH_MS: '100' });
  const known = await gateway.issuer.valid(CLAIMS);
  expect(await statusFor(known)).toBe(200);
  gateway.keySet.outOfOrder = true;
  const { fetches } = gateway.keySet;
  await eventually(() => expect(gateway.keySet.fetches).toBeGreaterThan(fetches + 1));
  expect(await statusFor(known)).toBe(200);
  expect(await statusFor(await gateway.issuer.valid({ ...CLAIMS, sub: 'another' }))).toBe(200);
});

test('a gateway that starts without the key set is not ready, and recovers with it', async () => {
  gateway.keySet.outOfOrder = true;
  const token = await gateway.issuer.valid(CLAIMS);
  expect(await seen(gateway.get(PATH, `Bearer ${token}`))).toEqual(UNAVAILABLE);
  expect((await gateway.get('/health')).status).toBe(200);
  expect((await gateway.get('/health/ready')).status).toBe(503);
  gateway.keySet.outOfOrder = false;
  expect(await statusFor(token)).toBe(200);
  expect((await gateway.get('/health/ready')).status).toBe(200);
});

test('cached keys stay valid without the key set, and a new key gets OPERATION_FAILED', async () => {
  expect(await statusFor(await gateway.issuer.valid(CLAIMS))).toBe(200);
  gateway.keySet.outOfOrder = true;
  expect(await statusFor(await gateway.issuer.valid({ ...CLAIMS, sub: 'another' }))).toBe(200);
  await gateway.issuer.provider.rotate();
  const byNewKey = await gateway.issuer.valid(CLAIMS);
  expect(await seen(gateway.get(PATH, `Bearer ${byNewKey}`))).toEqual(UNAVAILABLE);
  gateway.keySet.outOfOrder = false;
  expect(await statusFor(byNewKey)).toBe(200);
});

test('a key set without a usable key is a configuration error', async () => {
  await gateway.restart({ CLIENT_ID: 'test-client', JWKS_URL: gateway.service.url });
  expect(await seen(gateway.get(PATH, await gateway.bearer()))).toEqual(UNAVAILABLE);
});

test.each([
  ['without the key', { keys: [{ kty: 'RSA', kid: 'another' }] }],
  ['without any key', { keys: [] }],
])('an answer %s withdraws the key', async (_case, body) => {
  await gateway.restart({ KEY_SET_REFRESH_MS: '100' });
  const token = await gateway.issuer.valid(CLAIMS);
  expect(await statusFor(token)).toBe(200);
  gateway.keySet.body = body;
  await eventually(async () =>
    expect(await seen(gateway.get(PATH, `Bearer ${token}`))).toEqual(INVALID),
  );
  expect((await gateway.get('/health/ready')).status).toBe(503);
});

test('an invalid key set withdraws nothing', async () => {
  await gateway.restart({ KEY_SET_REFRESH_MS: '100' });
  const token = await gateway.issuer.valid(CLAIMS);
  expect(await statusFor(token)).toBe(200);
  gateway.keySet.body = { error: 'out of order' };
  const { fetches } = gateway.keySet;
  await eventually(() => expect(gateway.keySet.fetches).toBeGreaterThan(fetches + 1));
  expect(await statusFor(token)).toBe(200);
});

test('cached keys expire when the key set is unavailable for the maximum time', async () => {
  await gateway.restart({ KEY_SET_REFRESH_MS: '100', KEY_SET_MAX_AGE_MS: '2000' });
  const token = await gateway.issuer.valid(CLAIMS);
  expect(await statusFor(token)).toBe(200);
  gateway.keySet.outOfOrder = true;
  await eventually(async () =>
    expect(await seen(gateway.get(PATH, `Bearer ${token}`))).toEqual(UNAVAILABLE),
  );
  expect((await gateway.get('/health/ready')).status).toBe(503);
  gateway.keySet.outOfOrder = false;
  await eventually(async () => expect(await statusFor(token)).toBe(200));
});
