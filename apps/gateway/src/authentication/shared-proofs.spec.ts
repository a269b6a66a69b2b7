import { afterEach, beforeEach, expect, test } from '@jest/globals';
import {
  createTestDatabase,
  eventually,
  exchangeOverSocket,
  type TestDatabase,
} from '@ndx/testing';
import pg from 'pg';
import type { RunningGateway } from '../boot-gateway.js';
import { PUBLIC_ORIGIN } from '../testing/dpop-client.js';
import { GatewayFixture } from '../testing/gateway-fixture.js';
import { dpop, PATH, Scene } from '../testing/sender-scene.js';
import { Way } from '../testing/way.js';

let store: TestDatabase;
let way: Way;
let first: GatewayFixture;
let second: RunningGateway;
let database: pg.Client;

beforeEach(async () => {
  store = await createTestDatabase();
  way = await Way.to(store.url);
  first = await GatewayFixture.start({
    PUBLIC_ORIGINS: PUBLIC_ORIGIN,
    RATE_LIMIT_STORE_URL: way.url,
    RATE_LIMIT_STORE_TIMEOUT_MS: '5000',
  });
  second = await first.another({});
  database = new pg.Client({ connectionString: store.url });
  await database.connect();
});

afterEach(async () => {
  await database.end();
  await second.close();
  await first.stop();
  await way.stop();
  await store.drop();
});

const send = async (gateway: { readonly url: string }, lines: readonly string[]) =>
  (await exchangeOverSocket(gateway.url + PATH, lines)).status;

/** A request with a new proof, which a test can repeat. */
function proven(): readonly string[] {
  const scene = new Scene(first.issuer);
  const token = scene.bound();
  return dpop(token, scene.proof(token));
}

async function stored(): Promise<number> {
  const { rows } = await database.query<{ count: number }>(
    'SELECT count(*)::integer FROM used_dpop_proof',
  );
  return rows[0]?.count ?? 0;
}

test('a replica rejects a proof that another one accepted', async () => {
  const request = proven();
  expect(await send(first, request)).toBe(200);
  expect(await send(second, request)).toBe(401);
  expect(await send(second, proven())).toBe(200);
});

test('one of concurrent requests with one proof is accepted, at any replica', async () => {
  const request = proven();
  const answers = await Promise.all(
    [first, second, first, second].map((gateway) => send(gateway, request)),
  );
  expect(answers.sort()).toEqual([200, 401, 401, 401]);
});

test('a replica that starts rejects the proofs that it accepted before', async () => {
  const request = proven();
  expect(await send(first, request)).toBe(200);
  await first.restart();
  expect(await send(first, request)).toBe(401);
});

test('a request without a proof writes nothing to the store', async () => {
  expect((await first.get(PATH, await first.bearer())).status).toBe(200);
  expect(await stored()).toBe(0);
  expect(await send(first, proven())).toBe(200);
  expect(await stored()).toBe(1);
});

test('proofs that are no longer accepted are deleted by later ones', async () => {
  for (let at = 0; at < 3; at += 1) expect(await send(first, proven())).toBe(200);
  await database.query(`UPDATE used_dpop_proof SET used_at = used_at - interval '141 seconds'`);
  expect(await send(first, proven())).toBe(200);
  expect(await stored()).toBe(2);
  expect(await send(second, proven())).toBe(200);
  expect(await stored()).toBe(2);
});

test('each replica remembers its own proofs while the store is down', async () => {
  way.be('cut');
  const request = proven();
  expect(await send(first, request)).toBe(200);
  expect(await send(first, request)).toBe(401);
  way.be('open');
  await eventually(async () => {
    const later = proven();
    expect(await send(first, later)).toBe(200);
    expect(await send(second, later)).toBe(401);
  });
});
