import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { projectRoot } from '@ndx/local-infra';
import { eventually } from '@ndx/testing';
import { DEMO_NETWORK, OPERATOR, QUERYING_BANK } from '@ndx/tools/network/demo-network';
import { furnish } from './load/operations.js';
import type { Outcome } from './system/caller.js';
import { ReplicatedSystem } from './system/replicated-system.js';

const START_TIMEOUT_MS = 240_000;
const PLANTED = pathToFileURL(join(projectRoot(), 'chaos', 'planted', 'endless-loop.mjs')).href;
const VARIABLES = { NODE_OPTIONS: `--import ${PLANTED}`, EVENT_LOOP_TIMEOUT_MS: '4000' };
const EVENTS = { method: 'GET', path: `/v1/query-events?network_id=${DEMO_NETWORK.id}` } as const;
/** Clients of another account. */
const OTHERS = 6;

const before = Object.keys(VARIABLES).map((name) => [name, process.env[name]] as const);
let exchange: ReplicatedSystem;

beforeAll(async () => {
  Object.assign(process.env, VARIABLES);
  exchange = await ReplicatedSystem.start('embedded');
  await exchange.startSecond('product-query');
}, START_TIMEOUT_MS);

afterAll(async () => {
  for (const [name, value] of before) {
    if (value === undefined) Reflect.deleteProperty(process.env, name);
    else process.env[name] = value;
  }
  await exchange.stop();
}, START_TIMEOUT_MS);

function block(requestId: string): Promise<Outcome> {
  const headers = { 'x-request-id': requestId };
  return exchange.system.as(QUERYING_BANK).ask({ ...EVENTS, headers });
}

const statusOf = (outcome: Outcome) => (outcome.kind === 'answered' ? outcome.status : 0);

/** The statuses of the requests that other clients send, one after the other, during the work. */
async function statusesOfOthers(work: Promise<unknown>): Promise<readonly number[]> {
  const statuses: number[] = [];
  let isOver = false;
  const over = work.then(() => {
    isOver = true;
  });
  const client = async () => {
    while (!isOver) statuses.push(statusOf(await exchange.system.as(OPERATOR).ask(EVENTS)));
  };
  await Promise.all([over, ...Array.from({ length: OTHERS }, client)]);
  return statuses;
}

/** The lines that the watchdogs of product-query wrote. */
function watchdogLines(): readonly Record<string, unknown>[] {
  return ['product-query', 'product-query-second']
    .flatMap((name) =>
      readFileSync(join(exchange.system.network.dataDir, 'logs', `${name}.log`), 'utf8').split(
        '\n',
      ),
    )
    .filter((line) => line.includes('event loop blocked; ending the process'))
    .map((line) => JSON.parse(line) as Record<string, unknown>);
}

test('a blocked process is ended and started again; other clients are served by another replica, and the sender is rejected after the second time', async () => {
  const replicas = exchange.replicas.filter(({ service }) => service === 'product-query');
  for (const id of ['planted-loop-1', 'planted-loop-2']) {
    const blocked = block(id);
    const statuses = await statusesOfOthers(blocked);

    expect(statusOf(await blocked)).toBe(500);
    // Only requests that were on a connection to the blocked replica fail.
    const failed = statuses.filter((status) => status !== 200);
    expect(failed.length).toBeLessThanOrEqual(OTHERS);
    expect(statuses.length - failed.length).toBeGreaterThan(OTHERS);
    await eventually(() =>
      expect(watchdogLines().find((line) => line['request_id'] === id)).toMatchObject({
        service: 'product-query',
        institution: QUERYING_BANK.entityId,
        operation: 'GET /v1/query-events',
        body_bytes: 0,
        stack: expect.arrayContaining([expect.stringContaining('plantedLoop')]),
        exit_status: 70,
      }),
    );
    await Promise.all(replicas.map((replica) => replica.join()));
  }

  const rejected = await block('planted-loop-3');
  expect(rejected).toMatchObject({
    status: 429,
    body: {
      error_code: 'RATE_LIMIT_EXCEEDED',
      reason: 'process_blocked',
      detail: expect.stringContaining('blocked a process of the system'),
    },
  });
  expect(watchdogLines()).toHaveLength(2);
  await eventually(async () =>
    expect(statusOf(await exchange.system.as(OPERATOR).ask(EVENTS))).toBe(200),
  );
});

test('a request that blocks a service which its own service calls is counted for the sender, too', async () => {
  const { by, request } = furnish();
  const send = (id: string) =>
    exchange.system.as(by).ask({ ...request, headers: { ...request.headers, 'x-request-id': id } });
  for (const id of ['planted-entity-loop-1', 'planted-entity-loop-2']) {
    // The gateway then knows the account, without entity.
    await eventually(async () => expect(statusOf(await send('before the loop'))).toBe(200));
    expect(statusOf(await send(id))).toBe(500);
    await exchange.system.ready();
  }

  const rejected = await send('planted-entity-loop-3');
  expect(rejected).toMatchObject({ status: 429, body: { reason: 'process_blocked' } });
});
