import { randomBytes } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import {
  AttestationCreated,
  AttestationRevoked,
  ConsentGranted,
  FurnishingPolicySaved,
  newId,
} from '@ndx/contracts';
import { contextOf, Ctx, currentTracer, OnEvent, type EventContext } from '@ndx/messaging';
import { eventually, TraceCollector, type CollectedSpan } from '@ndx/testing';
import { context } from '@opentelemetry/api';
import { Controller } from '@nestjs/common';
import { Service } from '../boot/service-definition.js';
import { hooks, NotesModule } from '../idempotency/testing/notes-service.js';
import {
  account,
  startSubscriber,
  startTestService,
  type Subscriber,
  type TestService,
} from '../testing/index.js';

const SSN = '912-65-4329';
const caller = account();

let collector: TraceCollector;

beforeAll(async () => {
  collector = await TraceCollector.start();
});

afterAll(() => collector.stop());

/** The caller's own trace. */
function newTrace(flags: '00' | '01' = '01') {
  const [traceId, spanId] = [randomBytes(16).toString('hex'), randomBytes(8).toString('hex')];
  return { traceId, spanId, traceparent: `00-${traceId}-${spanId}-${flags}` };
}

/** The spans of a trace, once there are as many as that. */
function spansOf(traceId: string, least: number): Promise<readonly CollectedSpan[]> {
  return eventually(() => {
    const spans = collector.of(traceId);
    expect(spans.length).toBeGreaterThanOrEqual(least);
    return spans;
  });
}

function only(spans: readonly CollectedSpan[], name: string): CollectedSpan {
  const [span, ...others] = spans.filter((each) => each.name === name);
  if (!span || others.length > 0) {
    throw new Error(`not one ${name} in ${spans.map((each) => each.name).join(', ')}`);
  }
  return span;
}

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

  test("goes on with the caller's trace: the request, its statements, the delivery, the event", async () => {
    const { traceId, spanId, traceparent } = newTrace();
    expect((await send(traceparent)).status).toBe(200);

    const spans = await spansOf(traceId, 9);
    const request = only(spans, 'POST /v1/notes');
    expect(request).toMatchObject({ kind: 'server', parentSpanId: spanId, service: 'consent' });
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
    expect(only(spans, 'INSERT note').attributes['db.query.text']).toBe(
      'insert into note values ($1, $2)',
    );
    const delivery = only(spans, 'POST /internal/events');
    expect(delivery).toMatchObject({ kind: 'client', parentSpanId: request.spanId });
    expect(delivery.attributes['service.peer.name']).toBe('product-query');
    const sent = only(spans, 'send consent.events');
    expect(sent).toMatchObject({ kind: 'producer', parentSpanId: request.spanId });

    const onTheBus = await eventually(() => {
      const event = service.heard.find(({ traceparent: of }) => of?.includes(traceId));
      expect(event).toBeDefined();
      return event;
    });
    expect(onTheBus?.traceparent).toBe(`00-${traceId}-${sent.spanId}-01`);
    expect(sent.attributes['messaging.message.id']).toBe(onTheBus?.id);
  });

  test('shows no value of a statement, no part of a path or query string, and no word of an error', async () => {
    const { traceId, traceparent } = newTrace();
    expect((await send(traceparent, { title: SSN }, `/folders/${SSN}`)).status).toBe(200);
    expect((await send(traceparent, { title: SSN }, `/check?note=${SSN}`)).status).toBe(422);
    hooks.before = () => Promise.reject(new Error(`no note of ${SSN}`));
    expect((await send(traceparent)).status).toBe(500);

    const spans = await spansOf(traceId, 11);
    const failed = only(spans, 'POST /v1/notes');
    expect(failed.hasFailed).toBe(true);
    expect(failed.attributes['error.type']).toBe('500');
    expect(only(spans, 'POST /v1/notes/folders/:folder').hasFailed).toBe(false);
    for (const body of collector.bodies) expect(body).not.toMatch(/912-?65-?4329/);
  });

  test('tells of a failed statement its SQLSTATE', async () => {
    const { traceId, traceparent } = newTrace();
    await service.sql('alter table note add constraint none check (false) not valid');
    expect((await send(traceparent)).status).toBe(500);
    await service.sql('alter table note drop constraint none');

    const insert = only(await spansOf(traceId, 4), 'INSERT note');
    expect(insert.hasFailed).toBe(true);
    expect(insert.attributes['error.type']).toBe('23514');
  });

  test('sends nothing of a trace that its caller does not record, nor of one that is left out', async () => {
    const unrecorded = newTrace('00');
    expect((await send(unrecorded.traceparent)).status).toBe(200);
    expect((await send(undefined)).status).toBe(200);
    const recorded = newTrace();
    await send(recorded.traceparent);

    await spansOf(recorded.traceId, 9);
    expect(collector.of(unrecorded.traceId)).toEqual([]);
    const known = new Set(collector.spans.map(({ parentSpanId }) => parentSpanId));
    expect(known).not.toContain(undefined);
    // The trace goes on all the same, and says that it is not recorded.
    const event = subscriber.envelopes.find(({ traceparent }) =>
      traceparent?.includes(unrecorded.traceId),
    );
    expect(event?.traceparent).toMatch(/-00$/);
  });

  test('shows nothing of what it is asked by probes', async () => {
    const before = collector.spans.length;
    const { traceId, traceparent } = newTrace();
    await fetch(`${service.url}/health/ready`, { headers: { traceparent } });
    const { traceId: other, traceparent: ofOther } = newTrace();
    await send(ofOther);
    await spansOf(other, 9);
    expect(collector.spans.length).toBeGreaterThan(before);
    expect(collector.of(traceId)).toEqual([]);
  });

  test('gives the collector the headers that it asks for', async () => {
    const { traceId, traceparent } = newTrace();
    await send(traceparent);
    await spansOf(traceId, 9);
    expect(collector.headers).toMatchObject({
      authorization: 'Bearer key',
      'x-tenant': 'exchange',
    });
  });
});

@Controller()
class OnAttestation {
  @OnEvent(AttestationCreated)
  async created(@Ctx() { manager }: EventContext): Promise<void> {
    await manager.query('select count(*) from idempotency_key');
  }

  @OnEvent(AttestationRevoked)
  revoked(): void {
    throw new TypeError(`not about ${SSN}`);
  }

  @OnEvent(FurnishingPolicySaved)
  saved(): void {
    throw new Error('never called');
  }
}

@Service({
  name: 'furnishing',
  rows: [],
  migrations: [],
  http: [],
  events: [OnAttestation],
  providers: [],
})
class ConsumingService {}

describe('a consumer with a collector', () => {
  let service: TestService;

  beforeAll(async () => {
    service = await startTestService(ConsumingService, {
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    });
  });

  afterAll(() => service.stop());

  const attestation = () => ({
    attestation_id: newId(),
    entity_id: newId(),
    product_id: newId(),
    created_at: '2026-01-01T00:00:00.000Z',
    expires_at: '2027-01-01T00:00:00.000Z',
    revoked_at: null,
    revision: 1,
  });
  const inTrace = <T>(traceparent: string, work: () => T) =>
    context.with(contextOf(traceparent) ?? context.active(), work);

  test('handles each event of a batch in the trace in which it was written', async () => {
    const traces = [newTrace(), newTrace(), newTrace('00')];
    await Promise.all(
      traces.map(({ traceparent }) =>
        inTrace(traceparent, () => service.publish(AttestationCreated, attestation())),
      ),
    );

    for (const { traceId, spanId } of traces.slice(0, 2)) {
      const spans = await spansOf(traceId, 2);
      const handled = only(spans, 'process attestation.events');
      expect(handled).toMatchObject({ kind: 'consumer', parentSpanId: spanId });
      expect(handled.attributes).toMatchObject({
        'messaging.consumer.group.name': 'furnishing',
        'cloudevents.event_type': AttestationCreated.type,
      });
      expect(only(spans, 'SELECT idempotency_key').parentSpanId).toBe(handled.spanId);
    }
    expect(collector.of(traces[2]?.traceId ?? '')).toEqual([]);
  });

  test('handles an event for which its writer waits below what the writer asked', async () => {
    const { traceId, spanId, traceparent } = newTrace();
    const written = newTrace();
    const [event] = await inTrace(written.traceparent, () =>
      service.publish(AttestationCreated, attestation()),
    );
    await spansOf(written.traceId, 2);
    const again = { ...event, id: newId() };
    await service.send('attestation', 'POST', '/internal/events', [again], { traceparent });

    const spans = await spansOf(traceId, 3);
    const request = only(spans, 'POST /internal/events');
    expect(request.parentSpanId).toBe(spanId);
    expect(only(spans, 'process attestation.events')).toMatchObject({
      parentSpanId: request.spanId,
      links: [written.traceId],
    });
  });

  test('shows every try at an event that fails, and none of its words', async () => {
    const { traceId, traceparent } = newTrace();
    await inTrace(traceparent, () =>
      service.publish(AttestationRevoked, { ...attestation(), revision: 2 }),
    );

    const tries = (await spansOf(traceId, 5)).filter(({ kind }) => kind === 'consumer');
    for (const one of tries) {
      expect(one.hasFailed).toBe(true);
      expect(one.attributes['error.type']).toBe('TypeError');
    }
    for (const body of collector.bodies) expect(body).not.toContain(SSN);
  });
});

test('a service that stops sends what it has not sent yet', async () => {
  const service = await startTestService(ConsumingService, {
    OTEL_EXPORTER_OTLP_ENDPOINT: `${collector.url}/`,
  });
  const { traceId, traceparent } = newTrace();
  await service.send('attestation', 'POST', '/internal/events', [], { traceparent });
  await service.stop();
  expect(collector.of(traceId).map(({ name }) => name)).toContain('POST /internal/events');
  expect(currentTracer()).toBeUndefined();
});

test('a service without a collector traces nothing, and hands on what it was given', async () => {
  const subscriber = await startSubscriber();
  const service = await startTestService(NotesModule, { PRODUCT_QUERY_URL: subscriber.url });
  const before = collector.requests;
  try {
    const { traceparent } = newTrace();
    await service.send(caller, 'POST', '/v1/notes', { title: 'a' }, { traceparent });

    expect(currentTracer()).toBeUndefined();
    await eventually(() => expect(service.told(ConsentGranted)).toHaveLength(1));
    expect(service.heard.map((event) => event.traceparent)).toEqual([traceparent]);
    expect(subscriber.envelopes.map((event) => event.traceparent)).toEqual([traceparent]);
  } finally {
    await service.stop();
    await subscriber.stop();
  }
  expect(collector.requests).toBe(before);
});
