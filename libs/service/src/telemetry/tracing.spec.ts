import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { ConsentGranted } from '@ndx/contracts';
import { currentTracer } from '@ndx/telemetry';
import { eventually, newTrace, onlySpan, TraceCollector } from '@ndx/testing';
import { useStarted } from '@ndx/testing/use-started';
import { hooks, NotesModule } from '../idempotency/testing/notes-service.js';
import { ConsumingService } from '../testing/consuming-service.js';
import {
  account,
  startSubscriber,
  startTestService,
  type Subscriber,
  type TestService,
} from '../testing/index.js';

const SSN = '912-65-4329';
const caller = account();

const collector = useStarted(() => TraceCollector.start());

describe('a service with a collector', () => {
  let service: TestService;
  let subscriber: Subscriber;

  beforeAll(async () => {
    subscriber = await startSubscriber();
    service = await startTestService(NotesModule, {
      PRODUCT_QUERY_URL: subscriber.url,
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20key,x-tenant=exchange',
      OTEL_TRACES_SAMPLER_ARG: '0',
      BUILD_VERSION: '1.2.3',
    });
  });

  afterEach(() => {
    hooks.before = async () => undefined;
  });

  afterAll(async () => {
    await service.stop();
    await subscriber.stop();
  });

  const send = (traceparent: string | undefined, body: unknown = { title: SSN }, path = '') =>
    service.send(caller, 'POST', `/v1/notes${path}`, body, {
      ...(traceparent !== undefined && { traceparent }),
    });

  test("continues the caller's trace: the request, its statements, the delivery, the event", async () => {
    const { traceId, spanId, traceparent } = newTrace();
    expect((await send(traceparent)).status).toBe(200);

    const spans = await collector.atLeast(9, traceId);
    const request = onlySpan(spans, { name: 'POST /v1/notes' });
    expect(request).toMatchObject({
      kind: 'server',
      parentSpanId: spanId,
      service: 'consent',
      serviceVersion: '1.2.3',
    });
    expect(request.attributes).toMatchObject({
      'http.request.method': 'POST',
      'http.route': '/v1/notes',
      'http.response.status_code': 200,
    });
    const statements = spans.filter(({ attributes }) => attributes['db.system.name']);
    expect(statements.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['START TRANSACTION', 'INSERT note', 'INSERT outbox', 'COMMIT']),
    );
    expect(new Set(statements.map(({ parentSpanId }) => parentSpanId))).toEqual(
      new Set([request.spanId]),
    );
    expect(onlySpan(spans, { name: 'INSERT note' }).attributes['db.query.text']).toBe(
      'insert into note values ($1, $2)',
    );
    const delivery = onlySpan(spans, { name: 'POST /internal/events' });
    expect(delivery).toMatchObject({ kind: 'client', parentSpanId: request.spanId });
    expect(delivery.attributes['service.peer.name']).toBe('product-query');
    const sent = onlySpan(spans, { name: 'send consent.events' });
    expect(sent).toMatchObject({ kind: 'producer', parentSpanId: request.spanId });

    const onTheBus = await eventually(() => {
      const event = service.heard.find(({ traceparent: of }) => of?.includes(traceId));
      expect(event).toBeDefined();
      return event;
    });
    expect(onTheBus?.traceparent).toBe(`00-${traceId}-${sent.spanId}-01`);
    expect(sent.attributes['messaging.message.id']).toBe(onTheBus?.id);
  });

  test('records no values of statements, no parts of paths or query strings, and no error texts', async () => {
    const { traceId, traceparent } = newTrace();
    expect((await send(traceparent, { title: SSN }, `/folders/${SSN}`)).status).toBe(200);
    expect((await send(traceparent, { title: SSN }, `/check?note=${SSN}`)).status).toBe(422);
    hooks.before = () => Promise.reject(new Error(`no note of ${SSN}`));
    expect((await send(traceparent)).status).toBe(500);

    const spans = await collector.atLeast(11, traceId);
    const failed = onlySpan(spans, { name: 'POST /v1/notes' });
    expect(failed.hasFailed).toBe(true);
    expect(failed.attributes['error.type']).toBe('500');
    expect(onlySpan(spans, { name: 'POST /v1/notes/folders/:folder' }).hasFailed).toBe(false);
    for (const body of collector.bodies) expect(body).not.toMatch(/912-?65-?4329/);
  });

  test('records the SQLSTATE of a failed statement', async () => {
    const { traceId, traceparent } = newTrace();
    await service.sql('alter table note add constraint none check (false) not valid');
    expect((await send(traceparent)).status).toBe(500);
    await service.sql('alter table note drop constraint none');

    const insert = onlySpan(await collector.atLeast(4, traceId), { name: 'INSERT note' });
    expect(insert.hasFailed).toBe(true);
    expect(insert.attributes['error.type']).toBe('23514');
  });

  test('exports nothing of a trace that its caller does not record, or that is not sampled', async () => {
    const unrecorded = newTrace('00');
    expect((await send(unrecorded.traceparent)).status).toBe(200);
    expect((await send(undefined)).status).toBe(200);
    const recorded = newTrace();
    await send(recorded.traceparent);

    await collector.atLeast(9, recorded.traceId);
    expect(collector.of(unrecorded.traceId)).toEqual([]);
    const known = new Set(collector.spans.map(({ parentSpanId }) => parentSpanId));
    expect(known).not.toContain(undefined);
    // The trace continues, with the flag that it is not recorded.
    const event = subscriber.envelopes.find(({ traceparent }) =>
      traceparent?.includes(unrecorded.traceId),
    );
    expect(event?.traceparent).toMatch(/-00$/);
  });

  test('does not record probes', async () => {
    const before = collector.spans.length;
    const { traceId, traceparent } = newTrace();
    await fetch(`${service.url}/health/ready`, { headers: { traceparent } });
    const { traceId: other, traceparent: ofOther } = newTrace();
    await send(ofOther);
    await collector.atLeast(9, other);
    expect(collector.spans.length).toBeGreaterThan(before);
    expect(collector.of(traceId)).toEqual([]);
  });

  test('sends the configured headers to the collector', async () => {
    const { traceId, traceparent } = newTrace();
    await send(traceparent);
    await collector.atLeast(9, traceId);
    expect(collector.headers).toMatchObject({
      authorization: 'Bearer key',
      'x-tenant': 'exchange',
    });
  });
});

test('a stopping service exports its remaining spans', async () => {
  const service = await startTestService(ConsumingService, {
    OTEL_EXPORTER_OTLP_ENDPOINT: `${collector.url}/`,
  });
  const { traceId, traceparent } = newTrace();
  await service.send('attestation', 'POST', '/internal/events', [], { traceparent });
  await service.stop();
  expect(collector.of(traceId).map(({ name }) => name)).toContain('POST /internal/events');
  expect(currentTracer()).toBeUndefined();
});

test("a service without a collector records nothing, and propagates the caller's trace", async () => {
  const subscriber = await startSubscriber();
  const service = await startTestService(NotesModule, { PRODUCT_QUERY_URL: subscriber.url });
  const before = collector.requests;
  try {
    const { traceparent } = newTrace();
    await service.send(caller, 'POST', '/v1/notes', { title: 'a' }, { traceparent });

    expect(currentTracer()).toBeUndefined();
    await eventually(() => expect(service.published(ConsentGranted)).toHaveLength(1));
    expect(service.heard.map((event) => event.traceparent)).toEqual([traceparent]);
    expect(subscriber.envelopes.map((event) => event.traceparent)).toEqual([traceparent]);
  } finally {
    await service.stop();
    await subscriber.stop();
  }
  expect(collector.requests).toBe(before);
});
