import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { AttestationCreated, AttestationRevoked, newId } from '@ndx/contracts';
import { contextOf } from '@ndx/telemetry';
import { newTrace, onlySpan, TraceCollector } from '@ndx/testing';
import { context } from '@opentelemetry/api';
import { ConsumingService, handlers, newAttestation } from '../testing/consuming-service.js';
import { startTestService, type TestService } from '../testing/test-service.js';

const SSN = '912-65-4329';

describe('a consumer with a collector', () => {
  let collector: TraceCollector;
  let service: TestService;

  beforeAll(async () => {
    collector = await TraceCollector.start();
    service = await startTestService(ConsumingService, {
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    });
  });

  beforeEach(() => {
    handlers.created = async ({ manager }) => {
      await manager.query('select count(*) from idempotency_key');
    };
    handlers.revoked = () => Promise.reject(new TypeError(`not about ${SSN}`));
  });

  afterAll(async () => {
    await service.stop();
    await collector.stop();
  });

  const inTrace = <T>(traceparent: string, work: () => T) =>
    context.with(contextOf(traceparent) ?? context.active(), work);

  test('handles each event of a batch in the trace of its writer', async () => {
    const traces = [newTrace(), newTrace(), newTrace('00')];
    await Promise.all(
      traces.map(({ traceparent }) =>
        inTrace(traceparent, () => service.publish(AttestationCreated, newAttestation())),
      ),
    );

    for (const { traceId, spanId } of traces.slice(0, 2)) {
      const spans = await collector.atLeast(2, traceId);
      const handled = onlySpan(spans, { name: 'process attestation.events' });
      expect(handled).toMatchObject({ kind: 'consumer', parentSpanId: spanId });
      expect(handled.attributes).toMatchObject({
        'messaging.consumer.group.name': 'furnishing',
        'cloudevents.event_type': AttestationCreated.type,
      });
      expect(onlySpan(spans, { name: 'SELECT idempotency_key' }).parentSpanId).toBe(handled.spanId);
    }
    expect(collector.of(traces[2]?.traceId ?? '')).toEqual([]);
  });

  test("handles a directly delivered event below the span of its writer's request", async () => {
    const { traceId, spanId, traceparent } = newTrace();
    const written = newTrace();
    const [event] = await inTrace(written.traceparent, () =>
      service.publish(AttestationCreated, newAttestation()),
    );
    await collector.atLeast(2, written.traceId);
    const again = { ...event, id: newId() };
    await service.send('attestation', 'POST', '/internal/events', [again], { traceparent });

    const spans = await collector.atLeast(3, traceId);
    const request = onlySpan(spans, { name: 'POST /internal/events' });
    expect(request.parentSpanId).toBe(spanId);
    expect(onlySpan(spans, { name: 'process attestation.events' })).toMatchObject({
      parentSpanId: request.spanId,
      links: [written.traceId],
    });
  });

  test('records each attempt at a failing event, without the text of its error', async () => {
    const { traceId, traceparent } = newTrace();
    await inTrace(traceparent, () =>
      service.publish(AttestationRevoked, { ...newAttestation(), revision: 2 }),
    );

    const tries = (await collector.atLeast(5, traceId)).filter(({ kind }) => kind === 'consumer');
    for (const one of tries) {
      expect(one.hasFailed).toBe(true);
      expect(one.attributes['error.type']).toBe('TypeError');
    }
    for (const body of collector.bodies) expect(body).not.toContain(SSN);
  });
});
