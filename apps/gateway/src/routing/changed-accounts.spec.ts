import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { newId } from '@ndx/contracts';
import { ACCOUNT, CLAIMS, GatewayFixture } from '../testing/gateway-fixture.js';
import { routesOf } from './routes.js';

const OTHER = { ...ACCOUNT, account_id: newId(), entity_id: newId() };

let gateway: GatewayFixture;
let ours: string;
let others: string;

beforeEach(async () => {
  gateway = await GatewayFixture.start({ ENVIRONMENT: 'sandbox' });
  gateway.service.accounts.set('other', OTHER);
  ours = await gateway.bearer();
  others = await gateway.bearer({ org_id: 'other' });
  // Both accounts are cached.
  for (const authorization of [ours, others]) await gateway.get('/v1/products', authorization);
});

afterEach(() => gateway.stop());

/** Whether the gateway looks the account of a token up for its next request. */
async function isLookedUp(authorization: string): Promise<boolean> {
  const before = gateway.service.accountQuestions;
  expect((await gateway.get('/v1/products', authorization)).status).toBe(200);
  return gateway.service.accountQuestions > before;
}

const changing = routesOf('sandbox').filter(({ changesAccounts }) => changesAccounts);

test.each(changing)(
  '$method $path applies to the next request of the institution, and to no other',
  async ({ method, path }) => {
    const ofInstitution = path.includes('{entity_id}') ? OTHER.entity_id : ACCOUNT.entity_id;
    const url = path.replace('{entity_id}', ofInstitution).replaceAll(/\{\w+\}/g, newId());
    await gateway.send(url, { method, headers: { authorization: ours } });
    const [changed, unchanged] =
      ofInstitution === OTHER.entity_id ? [others, ours] : [ours, others];
    expect(await isLookedUp(unchanged)).toBe(false);
    expect(await isLookedUp(changed)).toBe(true);
    expect(await isLookedUp(changed)).toBe(false);
  },
);

test('a request that was rejected, or changes no account, causes no look-up', async () => {
  expect(changing.map(({ path }) => path)).toContain('/v1/networks');
  gateway.service.answer = (_received, response) => response.writeHead(409).end('{}');
  await gateway.send('/v1/networks', { method: 'POST', headers: { authorization: ours } });
  gateway.service.answer = (_received, response) => response.end('{}');
  await gateway.send('/v1/networks/check', { headers: { authorization: ours } });
  expect(await isLookedUp(ours)).toBe(false);
});

test('a new membership is in the principal of the next request', async () => {
  const memberships = [{ network_id: newId(), country: 'US', roles: ['governor'] }];
  gateway.service.accounts.set(CLAIMS.org_id, { ...ACCOUNT, memberships });
  await gateway.send('/v1/networks', { method: 'POST', headers: { authorization: ours } });
  await gateway.get('/v1/products', ours);
  expect(gateway.service.lastPrincipal()).toMatchObject({ memberships });
});
