import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { metricsOf } from './metrics-command.js';
import { NotesModule } from '../idempotency/testing/notes-service.js';
import {
  account,
  startSubscriber,
  startTestService,
  type Subscriber,
  type TestService,
} from '../testing/index.js';

let subscriber: Subscriber;
let service: TestService;

beforeAll(async () => {
  subscriber = await startSubscriber();
  service = await startTestService(NotesModule, { PRODUCT_QUERY_URL: subscriber.url });
});

afterAll(async () => {
  await service.stop();
  await subscriber.stop();
});

async function figures(): Promise<string> {
  const answer = await service.send(undefined, 'GET', '/metrics');
  expect(answer.headers.get('content-type')).toContain('text/plain');
  return answer.text();
}

const keep = (title: string) => service.call(account(), 'POST', '/v1/notes', { title });

test('a running service exports exactly its declared metrics', async () => {
  const shown = [...(await figures()).matchAll(/^# TYPE (\S+) (\S+)$/gm)];
  const declared = metricsOf(NotesModule).filter(({ name }) => name !== 'trace_spans_total');
  expect(shown.map(([, name, type]) => `${name ?? ''} ${type ?? ''}`).sort()).toEqual(
    declared.map(({ name, type }) => `${name} ${type}`),
  );
});

test('every metric has the labels of the service and its environment', async () => {
  const samples = (await figures()).split('\n').filter((line) => /^\w/.test(line));
  expect(samples.length).toBeGreaterThan(20);
  expect(
    samples.filter((line) => !line.includes('environment="development",service="consent"')),
  ).toEqual([]);
});

test('requests are counted by route, and pool connections are exported', async () => {
  expect((await keep('a title')).status).toBe(200);
  const text = await figures();
  expect(text).toMatch(
    /^http_request_duration_seconds_count\{environment="development",service="consent",method="POST",route="\/v1\/notes",status="200"\} 1$/m,
  );
  expect(text).toMatch(
    /^database_pool_size\{pool="service",environment="development",service="consent"\} 10$/m,
  );
  expect(text).toMatch(/^database_pool_connections\{pool="service",state="idle",.*\} [1-9]/m);
  expect(text).toMatch(/^database_pool_waiting\{pool="service",.*\} 0$/m);
});

test('counters of failures start at zero, so that the first failure is an increase', async () => {
  expect(await figures()).toMatch(
    /^messaging_direct_deliveries_total\{target="product-query",outcome="failed",.*\} 0$/m,
  );
});

test('direct deliveries are counted by result', async () => {
  subscriber.failWith(503);
  expect((await keep('another title')).status).toBe(500);
  subscriber.failWith(undefined);
  const text = await figures();
  const deliveries = (outcome: string) =>
    Number(
      new RegExp(
        `^messaging_direct_deliveries_total\\{target="product-query",outcome="${outcome}",.*\\} (\\d+)$`,
        'm',
      ).exec(text)?.[1],
    );
  expect([deliveries('applied'), deliveries('failed')]).toEqual([1, 1]);
});
