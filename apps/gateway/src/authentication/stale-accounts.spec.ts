import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { testVerifier } from '@ndx/service/testing';
import { CLAIMS, GatewayFixture } from '../testing/gateway-fixture.js';

const PATH = '/v1/products';

let gateway: GatewayFixture;
beforeAll(async () => {
  gateway = await GatewayFixture.start();
});
afterAll(async () => {
  jest.restoreAllMocks();
  await gateway.stop();
});

test('requests of a cached account succeed during an outage of entity, each with a valid principal', async () => {
  const token = await gateway.issuer.provider.mint(CLAIMS, { expiresIn: 600 });
  const bearer = `Bearer ${token}`;
  expect((await gateway.get(PATH, bearer)).status).toBe(200);
  gateway.service.isAway = true;
  const [monotonic, wall] = [performance.now(), Date.now()];
  for (const later of [10_000, 40_000, 55_000]) {
    jest.spyOn(performance, 'now').mockReturnValue(monotonic + later);
    jest.spyOn(Date, 'now').mockReturnValue(wall + later);
    expect((await gateway.get(PATH, bearer)).status).toBe(200);
    const header = gateway.service.last().headers['x-principal'];
    expect(testVerifier().verify(header)).toMatchObject({ kind: 'account' });
  }
  jest.spyOn(performance, 'now').mockReturnValue(monotonic + 61_000);
  expect((await gateway.get(PATH, bearer)).status).toBe(500);
  expect(await gateway.figures()).toMatch(/^gateway_stale_account_uses_total\{.*\} 3$/m);
});
