import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { newTrace, TraceCollector, type CollectedSpan } from '@ndx/testing';
import { GatewayFixture } from '../testing/gateway-fixture.js';

const SSN = '912-65-4329';
const READ = `/v1/consent/consumer/${SSN}`;
const ROUTE = '/v1/consent/consumer/{consent_id}';
const NAME = 'GET /v1/consent/consumer/:consent_id';

let collector: TraceCollector;
let gateway: GatewayFixture;
let bearer: string;

beforeAll(async () => {
  collector = await TraceCollector.start();
  gateway = await GatewayFixture.start({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url });
  bearer = await gateway.bearer();
});

beforeEach(() => {
  gateway.service.answer = (_received, response) => response.end('{}');
});

afterAll(async () => {
  await gateway.stop();
  await collector.stop();
});

const find = (spans: readonly CollectedSpan[], name: string) =>
  spans.find((span) => span.name === name);

test("a request is a span of the caller's trace, and the parent of the service's span", async () => {
  const { traceId, spanId, traceparent } = newTrace();
  await gateway.get(`${READ}?of=${SSN}`, bearer, { traceparent, 'x-request-id': 'order-17' });

  const spans = await collector.atLeast(2, traceId);
  const request = find(spans, NAME);
  expect(request).toMatchObject({ kind: 'server', service: 'gateway', parentSpanId: spanId });
  expect(request?.attributes).toMatchObject({
    'http.request.method': 'GET',
    'http.response.status_code': 200,
    'exchange.request_id': 'order-17',
  });
  const call = find(spans, `GET ${ROUTE}`);
  expect(call).toMatchObject({ kind: 'client', parentSpanId: request?.spanId });
  expect(call?.attributes).toMatchObject({
    'url.template': ROUTE,
    'service.peer.name': 'consent',
    'http.response.status_code': 200,
  });
  const sent = gateway.service.last().headers['traceparent'];
  expect(sent).toBe(`00-${traceId}-${call?.spanId ?? ''}-01`);
  for (const body of collector.bodies) expect(body).not.toMatch(/912-?65-?4329/);
});

test("resolving the account is part of the request's trace", async () => {
  const { traceId, traceparent } = newTrace();
  const unknown = await gateway.bearer({ sub: 'somebody-new' });
  await gateway.get(READ, unknown, { traceparent });
  const spans = await collector.atLeast(3, traceId);
  const request = find(spans, NAME);
  const asked = find(spans, 'POST /internal/accounts/resolve');
  expect(asked).toMatchObject({ kind: 'client', parentSpanId: request?.spanId });
});

test('a rejected request has one span, which is not an error', async () => {
  const { traceId, traceparent } = newTrace();
  await gateway.get(READ, undefined, { traceparent });
  const { traceId: unknown, traceparent: ofUnknown } = newTrace();
  await gateway.get(`/v1/${SSN}`, bearer, { traceparent: ofUnknown });

  const [refused, ...others] = await collector.atLeast(1, traceId);
  expect(others).toEqual([]);
  expect(refused).toMatchObject({ name: NAME, hasFailed: false });
  expect(refused?.attributes['http.response.status_code']).toBe(401);
  expect(await collector.atLeast(1, unknown)).toMatchObject([{ name: 'GET', hasFailed: false }]);
});

test('a service that disconnects is an error of the call and of the request', async () => {
  gateway.service.answer = (_received, response) => response.destroy();
  const { traceId, traceparent } = newTrace();
  await gateway.get(READ, bearer, { traceparent });
  const spans = await collector.atLeast(2, traceId);
  expect(find(spans, `GET ${ROUTE}`)).toMatchObject({ hasFailed: true });
  expect(find(spans, `GET ${ROUTE}`)?.attributes['error.type']).toBe('OPERATION_FAILED');
  expect(find(spans, NAME)).toMatchObject({ hasFailed: true });
  expect(find(spans, NAME)?.attributes['error.type']).toBe('500');
});

test('an unsampled trace of a caller is not recorded, and continues', async () => {
  const { traceId, traceparent } = newTrace('00');
  await gateway.get(READ, bearer, { traceparent });
  expect(gateway.service.last().headers['traceparent']).toMatch(
    new RegExp(`^00-${traceId}-[0-9a-f]{16}-00$`),
  );
  const { traceId: recorded, traceparent: ofRecorded } = newTrace();
  await gateway.get(READ, bearer, { traceparent: ofRecorded });
  await collector.atLeast(2, recorded);
  expect(collector.of(traceId)).toEqual([]);
});

test('a new trace is sampled at the configured rate', async () => {
  await gateway.get(READ, bearer);
  const [, traceId = ''] = String(gateway.service.last().headers['traceparent']).split('-');
  const spans = await collector.atLeast(2, traceId);
  expect(find(spans, NAME)).toMatchObject({ parentSpanId: undefined });

  await gateway.restart({ OTEL_TRACES_SAMPLER_ARG: '0' });
  await gateway.get(READ, bearer);
  expect(gateway.service.last().headers['traceparent']).toMatch(/-00$/);
  await gateway.restart({ OTEL_TRACES_SAMPLER_ARG: '1' });
});

test('a caller cannot force the recording of a request: the configured rate applies', async () => {
  await gateway.restart({ OTEL_TRACES_SAMPLER_ARG: '0' });
  const { traceId, traceparent } = newTrace();
  await gateway.get(READ, undefined, { traceparent });
  await gateway.get(READ, bearer, { traceparent });
  // The service does not record it either.
  expect(gateway.service.last().headers['traceparent']).toMatch(
    new RegExp(`^00-${traceId}-[0-9a-f]{16}-00$`),
  );
  // Recorded spans are exported before a gateway has closed.
  await gateway.restart({ OTEL_TRACES_SAMPLER_ARG: '1' });
  expect(collector.of(traceId)).toEqual([]);
});

test('a caller cannot choose by its trace id which request is recorded', async () => {
  await gateway.restart({ OTEL_TRACES_SAMPLER_ARG: '0.2' });
  const { traceparent, traceId } = newTrace();
  for (let sent = 0; sent < 200; sent += 1) await gateway.get(READ, bearer, { traceparent });
  await gateway.restart({ OTEL_TRACES_SAMPLER_ARG: '1' });
  const requests = collector.of(traceId).filter(({ kind }) => kind === 'server');
  expect(requests.length).toBeGreaterThan(0);
  expect(requests.length).toBeLessThan(200);
});

test('requests are answered during an outage of the collector', async () => {
  try {
    for (const state of ['refusing', 'silent'] as const) {
      collector.state = state;
      for (let sent = 0; sent < 50; sent += 1) {
        expect((await gateway.get(READ, bearer)).status).toBe(200);
      }
    }
  } finally {
    collector.state = 'running';
  }
  const away = await GatewayFixture.start({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1' });
  expect((await away.get(READ, await away.bearer())).status).toBe(200);
  await away.stop();
});
