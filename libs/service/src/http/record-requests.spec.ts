import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { newId, type Principal } from '@ndx/contracts';
import { eventually } from '@ndx/testing';
import Fastify, { type FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { Registry } from 'prom-client';
import { AccessLog, createLogger, HttpMetrics } from '@ndx/telemetry';
import { PRINCIPAL_HEADER } from '../principal/signed-principal.js';
import { testSigner, testVerifier } from '../testing/principal-keys.js';
import { account } from '../testing/principals.js';
import { recordRequests } from './record-requests.js';
import { addRequestHooks } from './request-hooks.js';

const SSN = '123-45-6789';
const TRACE = '0af7651916cd43dd8448eb211c80319c';

const signer = testSigner('gateway');

let fastify: FastifyInstance;
let url: string;
let registry: Registry;
let lines: Record<string, unknown>[];
let logger: Logger;
let caller: Principal;
/** Answers the waiting request. */
let arrived: () => void;
let release: () => void;

beforeEach(async () => {
  lines = [];
  const destination = {
    write: (line: string) => lines.push(JSON.parse(line) as Record<string, unknown>),
  };
  logger = createLogger('consent', 'debug', destination);
  registry = new Registry();
  caller = account();
  fastify = Fastify();
  recordRequests(fastify, new HttpMetrics(registry), new AccessLog('consent', 'info', destination));
  addRequestHooks(fastify, testVerifier());
  fastify.get('/v1/things/:thing_id', async () => {
    logger.info('at once');
    await setImmediate();
    logger.warn({ note: SSN }, 'later');
    return {};
  });
  fastify.get('/v1/networks/:network_id', async (request) => {
    const rejection = { code: 'RESOURCE_NOT_FOUND', reason: 'not_found' };
    request.context = { ...request.context, requestId: 'request-1', rejection };
    return {};
  });
  fastify.get('/v1/broken', async () => {
    await setImmediate();
    throw new Error('broken');
  });
  fastify.get('/v1/waiting', async () => {
    await new Promise<void>((resolve) => {
      release = resolve;
      arrived();
    });
    return {};
  });
  fastify.get('/metrics', () => registry.metrics());
  url = await fastify.listen({ host: '127.0.0.1', port: 0 });
});

afterEach(() => fastify.close());

async function get(path: string, headers: Record<string, string> = {}): Promise<number> {
  const principal = signer.sign(caller);
  const answer = await fetch(`${url}${path}`, {
    headers: { [PRINCIPAL_HEADER]: principal, ...headers },
  });
  await answer.text();
  return answer.status;
}

/** The number of requests by method, route and status. */
async function counted(): Promise<Record<string, number>> {
  const metric = await registry.getSingleMetric('http_request_duration_seconds')?.get();
  const counts = (metric?.values ?? []).flatMap((value) => {
    if (!('metricName' in value) || value.metricName !== `${metric?.name ?? ''}_count`) return [];
    const { method, route, status } = value.labels;
    return [[[method, route, status].join(' '), value.value] as const];
  });
  return Object.fromEntries(counts);
}

test('requests are counted by the pattern of their route, and unknown paths as one', async () => {
  for (const id of [newId(), newId(), SSN]) await get(`/v1/things/${id}?token=${SSN}`);
  for (const path of ['/v1/nothing', `/${SSN}`, '/v1/things']) expect(await get(path)).toBe(404);
  expect(await get('/v1/broken')).toBe(500);
  expect(await counted()).toEqual({
    'GET /v1/things/{thing_id} 200': 3,
    'GET unknown 404': 3,
    'GET /v1/broken 500': 1,
  });
  expect(await registry.metrics()).not.toContain(SSN);
});

describe('each log line during a request', () => {
  test('has the ids of its request, institution and trace', async () => {
    const id = newId();
    await get(`/v1/things/${id}`, {
      'x-request-id': 'request-1',
      traceparent: `00-${TRACE}-b7ad6b7169203331-01`,
    });
    expect(lines.map(({ msg }) => msg)).toEqual(['at once', 'later', 'request']);
    for (const line of lines) {
      expect(line).toMatchObject({
        service: 'consent',
        request_id: 'request-1',
        institution: caller.entity_id,
        trace_id: TRACE,
      });
    }
    expect(lines.at(-1)).toMatchObject({
      level: 30,
      method: 'GET',
      route: '/v1/things/{thing_id}',
      status: 200,
      duration_ms: expect.any(Number),
    });
    expect(JSON.stringify(lines)).not.toContain(id);
    expect(JSON.stringify(lines)).not.toContain(SSN);
  });

  test.each([SSN, `00-${'0'.repeat(32)}-b7ad6b7169203331-01`, `ff-${TRACE}-b7ad6b7169203331-01`])(
    'contains no part of a malformed traceparent (%s)',
    async (traceparent) => {
      await get('/v1/nothing', { traceparent, 'x-request-id': SSN });
      expect(lines).toHaveLength(1);
      expect(lines[0]).not.toHaveProperty('trace_id');
      expect(JSON.stringify(lines)).not.toContain(SSN);
    },
  );

  test('names the operation of the route, and the error code and reason of the response', async () => {
    await get(`/v1/networks/${newId()}`);
    expect(lines).toMatchObject([
      {
        operation: 'readNetwork',
        route: '/v1/networks/{network_id}',
        error_code: 'RESOURCE_NOT_FOUND',
        reason: 'not_found',
      },
    ]);
  });

  test('is a warning when the request failed', async () => {
    await get('/v1/broken');
    expect(lines).toMatchObject([{ level: 40, route: '/v1/broken', status: 500 }]);
  });
});

test('a request whose caller disconnects is counted and logged once, as a 499', async () => {
  const principal = signer.sign(caller);
  const givenUp = new AbortController();
  const begun = new Promise<void>((resolve) => (arrived = resolve));
  const answer = fetch(`${url}/v1/waiting`, {
    headers: { [PRINCIPAL_HEADER]: principal },
    signal: givenUp.signal,
  });
  await begun;
  givenUp.abort();
  await expect(answer).rejects.toThrow('aborted');
  await eventually(() => expect(lines).toHaveLength(1));
  release();
  expect(await get('/v1/things/1')).toBe(200);
  expect(await counted()).toEqual({
    'GET /v1/waiting 499': 1,
    'GET /v1/things/{thing_id} 200': 1,
  });
  const logged = lines.filter(({ msg }) => msg === 'request');
  expect(logged).toMatchObject([
    { level: 30, route: '/v1/waiting', status: 499, institution: caller.entity_id },
    { route: '/v1/things/{thing_id}', status: 200 },
  ]);
});

test('scrapes of the metrics are not logged', async () => {
  expect(await get('/metrics')).toBe(200);
  expect(lines).toEqual([]);
});

test('an unsigned request is logged without an institution', async () => {
  await get('/v1/things/1', { [PRINCIPAL_HEADER]: 'forged' });
  expect(lines).toMatchObject([{ status: 401, request_id: expect.any(String) }]);
  expect(lines[0]).not.toHaveProperty('institution');
});
