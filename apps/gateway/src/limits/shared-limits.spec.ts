import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { newId } from '@ndx/contracts';
import { createTestDatabase, eventually, type TestDatabase } from '@ndx/testing';
import { ACCOUNT, GatewayFixture } from '../testing/gateway-fixture.js';
import { Way } from '../testing/way.js';

const READ = '/v1/products';
const LIMIT = 1_000;
/** An institution whose requests show whether the replicas count together. */
const SCOUT = { ...ACCOUNT, entity_id: newId() };

let store: TestDatabase;
let way: Way;
let first: GatewayFixture;
let second: GatewayFixture;

beforeEach(async () => {
  store = await createTestDatabase();
  way = await Way.to(store.url);
  const variables = {
    RATE_LIMIT_REQUESTS_PER_MINUTE: String(LIMIT),
    RATE_LIMIT_STORE_URL: way.url,
    RATE_LIMIT_STORE_TIMEOUT_MS: '5000',
    REQUESTS_IN_PROGRESS: '0',
  };
  [first, second] = await Promise.all([
    GatewayFixture.start(variables),
    GatewayFixture.start(variables),
  ]);
  for (const gateway of [first, second]) gateway.service.accounts.set('scout', SCOUT);
  await eventually(() => countTogether('scout'));
});

afterEach(async () => {
  await Promise.all([first.stop(), second.stop()]);
  await way.stop();
  await store.drop();
});

async function send(gateway: GatewayFixture, organization?: string) {
  const claims = organization === undefined ? {} : { org_id: organization };
  const answer = await gateway.get(READ, await gateway.bearer(claims));
  await answer.text();
  const [, r] = /^"requests";r=(\d+)/.exec(answer.headers.get('ratelimit') ?? '') ?? [];
  return { status: answer.status, left: Number(r) };
}

async function countTogether(organization?: string): Promise<void> {
  const { left } = await send(first, organization);
  expect((await send(second, organization)).left).toBe(left - 1);
  expect((await send(first, organization)).left).toBe(left - 2);
}

test('each replica counts the requests that the other admitted', async () => {
  await countTogether();
});

test('two replicas together admit no more than one would, with any number of concurrent requests', async () => {
  const answers = await Promise.all(
    Array.from({ length: LIMIT + 200 }, (_, at) => send(at % 2 === 0 ? first : second)),
  );
  const letIn = answers.filter(({ status }) => status === 200).map(({ left }) => left);
  expect(letIn.sort((a, b) => a - b)).toEqual(Array.from({ length: LIMIT }, (_, at) => at));
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(200);
});

test.each(['silent', 'cut'] as const)(
  'replicas use their own counts while the store is %s',
  async (state) => {
    way.be(state);
    for (const gateway of [first, second]) {
      const before = (await send(gateway)).left;
      const after = await send(gateway);
      expect(after).toEqual({ status: 200, left: before - 1 });
    }
    way.be('open');
    await eventually(() => countTogether());
  },
);

test('a gateway starts without its store, and uses it later', async () => {
  way.be('cut');
  await first.restart();
  expect((await send(first)).status).toBe(200);
  way.be('open');
  await eventually(() => countTogether());
});
