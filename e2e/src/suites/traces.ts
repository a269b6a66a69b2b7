import { describe, expect, test } from '@jest/globals';
import {
  eventually,
  newTrace,
  onlySpan,
  type CallersTrace,
  type CollectedSpan,
} from '@ndx/testing';
import {
  DEMO_NETWORK,
  OPERATOR,
  QUERYING_BANK,
  SYSTEM_OPERATOR,
} from '@ndx/tools/network/demo-network';
import { FURNISH, QUERY, TestBusiness } from '../harness/business.js';
import type { Exchange } from '../harness/exchange.js';
import { succeed } from '../harness/participant.js';

/** A request and all its effects are one trace. */
export function tracesSuite(exchange: () => Exchange): void {
  describe("the caller's trace", () => {
    test('includes the gateway, two services, their statements, the outbox and a consumer', async () => {
      const trace = newTrace();
      const { traceparent } = trace;
      await new TestBusiness(exchange()).furnish({ headers: { traceparent } });

      const spans = await traced(trace, (found) => {
        // Not the events of entity, which product-query can consume first.
        const { spanId } = only(found, 'product-query', 'process furnishing.events', 'consumer');
        expect(found.filter((span) => span.parentSpanId === spanId)).not.toEqual([]);
      });
      const request = only(spans, 'gateway', `POST ${FURNISH}`, 'server');
      expect(request.parentSpanId).toBe(trace.spanId);
      const hop = only(spans, 'gateway', `POST ${FURNISH}`, 'client');
      expect(hop.parentSpanId).toBe(request.spanId);
      const furnishing = only(spans, 'furnishing', `POST ${FURNISH}`, 'server');
      expect(furnishing.parentSpanId).toBe(hop.spanId);

      const asked = only(spans, 'furnishing', 'POST /internal/businesses/resolve', 'client');
      expect(asked.parentSpanId).toBe(furnishing.spanId);
      const entity = only(spans, 'entity', 'POST /internal/businesses/resolve', 'server');
      expect(entity.parentSpanId).toBe(asked.spanId);
      expect(statementsOf(spans, entity)).not.toEqual([]);

      expect(statementsOf(spans, furnishing)).toContain('INSERT outbox');
      const sent = only(spans, 'furnishing', 'send furnishing.events', 'producer');
      expect(sent.parentSpanId).toBe(furnishing.spanId);
      const consumed = only(spans, 'product-query', 'process furnishing.events', 'consumer');
      expect(consumed.parentSpanId).toBe(sent.spanId);
      expect(statementsOf(spans, consumed)).not.toEqual([]);
    });

    test('shows the statements of a query by name, and its event', async () => {
      const consentId = await new TestBusiness(exchange()).consent();
      const trace = newTrace();
      const { traceparent } = trace;
      const body = { network_ids: [DEMO_NETWORK.id], consent_id: consentId };
      const answer = await exchange().as(QUERYING_BANK).post(QUERY, body, { traceparent });
      expect(answer.status).toBe(204);

      const spans = await traced(trace, (found) => {
        only(found, 'product-query', 'send query.events', 'producer');
      });
      const query = only(spans, 'product-query', `POST ${QUERY}`, 'server');
      expect(query.attributes['http.response.status_code']).toBe(204);
      const statements = statementsOf(spans, query);
      expect(statements).toHaveLength(2);
      for (const name of statements) expect(name).toMatch(/^[a-z-]+$/);
    });

    test('is read by an operator, and by nobody else, by the id of the request', async () => {
      const consent_id = await new TestBusiness(exchange()).consent();
      const body = { network_ids: [DEMO_NETWORK.id], consent_id };
      const { headers } = await exchange().as(QUERYING_BANK).post(QUERY, body);
      const path = `/v1/request-traces/${headers.get('x-request-id') ?? ''}`;

      const read = await eventually(
        async () => {
          const trace = await succeed(exchange().as(SYSTEM_OPERATOR).get(path));
          const spans = trace['spans'] as readonly PathSpan[];
          // The processes export at different times.
          expect(spans[0]).toMatchObject({ process: 'gateway', kind: 'server', http_status: 204 });
          expect(spans.map(({ name }) => name)).toContain('send query.events');
          return spans;
        },
        { timeoutMs: 60_000 },
      );
      const [first, ...others] = read;
      expect(first?.parent_span_id).toBeNull();
      expect(others.filter(({ parent_span_id: parent }) => parent === null)).toEqual([]);
      const hop = read.find(({ kind, peer }) => kind === 'client' && peer === 'product-query');
      const query = read.find(({ process, kind }) => isServer(process, kind));
      expect(query?.parent_span_id).toBe(hop?.span_id);
      const statements = read.filter(
        ({ parent_span_id: parent, peer }) => parent === query?.span_id && peer === 'postgresql',
      );
      expect(statements).toHaveLength(2);

      for (const other of [QUERYING_BANK, OPERATOR]) {
        expect(await exchange().as(other).get(path)).toMatchObject({ status: 403 });
      }
      expect(
        await exchange().as(SYSTEM_OPERATOR).get('/v1/request-traces/no-such-request'),
      ).toMatchObject({ status: 404, body: { reason: 'not_found' } });
    });

    test('is not recorded when the caller does not record it', async () => {
      const unrecorded = newTrace('00');
      const business = new TestBusiness(exchange());
      await business.furnish({ headers: { traceparent: unrecorded.traceparent } });
      const recorded = newTrace();
      await business.furnish({ headers: { traceparent: recorded.traceparent } });

      await traced(recorded, (found) => {
        expect(found.some(({ service, kind }) => isConsumer(service, kind))).toBe(true);
      });
      expect(exchange().traces.of(unrecorded.traceId)).toEqual([]);
    });
  });

  /** The spans of a trace once it is complete, each with its parent. */
  function traced(
    { traceId, spanId }: CallersTrace,
    farEnough: (spans: readonly CollectedSpan[]) => void,
  ): Promise<readonly CollectedSpan[]> {
    return eventually(
      () => {
        const spans = exchange().traces.of(traceId);
        farEnough(spans);
        const known = new Set([spanId, ...spans.map((span) => span.spanId)]);
        expect(spans.filter(({ parentSpanId = '' }) => !known.has(parentSpanId))).toEqual([]);
        return spans;
      },
      { timeoutMs: 60_000 },
    );
  }
}

interface PathSpan {
  readonly span_id: string;
  readonly parent_span_id: string | null;
  readonly process: string;
  readonly name: string;
  readonly kind: string;
  readonly peer: string | null;
}

function isServer(process: string, kind: string): boolean {
  return process === 'product-query' && kind === 'server';
}

function isConsumer(service: string, kind: CollectedSpan['kind']): boolean {
  return service === 'product-query' && kind === 'consumer';
}

function only(
  spans: readonly CollectedSpan[],
  service: string,
  name: string,
  kind: CollectedSpan['kind'],
): CollectedSpan {
  return onlySpan(spans, { service, name, kind });
}

/** The names of the statements that ran directly below a span. */
function statementsOf(spans: readonly CollectedSpan[], { spanId }: CollectedSpan): string[] {
  return spans
    .filter(({ parentSpanId, attributes }) => parentSpanId === spanId && attributes['db.namespace'])
    .map(({ name }) => name);
}
