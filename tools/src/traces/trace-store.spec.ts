import { afterEach, describe, expect, test } from '@jest/globals';
import { readRequestTrace, schemaFault, type AnswerOf } from '@ndx/api';
import type { StoreServer } from '../network/store-server.js';
import { startTraceStore } from './trace-store.js';

type RequestTrace = AnswerOf<typeof readRequestTrace>;

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const START = 1_768_469_400_000_000_000n;

interface SpanInput {
  readonly id: number;
  readonly parent?: number;
  readonly trace?: string;
  readonly process?: string;
  readonly name?: string;
  readonly kind?: number;
  readonly at?: number;
  readonly ms?: number;
  readonly code?: number;
  readonly attributes?: Readonly<Record<string, unknown>>;
}

const idOf = (number: number) => number.toString(16).padStart(16, '0');

/** An export with one span as the exporter of the processes sends it. */
function anExport(...spans: readonly SpanInput[]) {
  return {
    resourceSpans: spans.map((span) => ({
      resource: { attributes: attributes({ 'service.name': span.process ?? 'gateway' }) },
      scopeSpans: [{ scope: { name: 'test' }, spans: [wireSpan(span)] }],
    })),
  };
}

function wireSpan({ id, parent, trace = TRACE, name = 'work', kind = 1, ...span }: SpanInput) {
  const start = START + BigInt((span.at ?? 0) * 1_000_000);
  return {
    ...{ traceId: trace, spanId: idOf(id), name, kind },
    ...(parent !== undefined && { parentSpanId: idOf(parent) }),
    startTimeUnixNano: String(start),
    endTimeUnixNano: String(start + BigInt((span.ms ?? 1) * 1_000_000)),
    attributes: attributes(span.attributes ?? {}),
    status: { code: span.code ?? 0 },
  };
}

function attributes(values: Readonly<Record<string, unknown>>) {
  return Object.entries(values).map(([key, value]) => ({
    key,
    value: typeof value === 'number' ? { intValue: value } : { stringValue: value },
  }));
}

const ofRequest = (request: string) => ({ 'exchange.request_id': request });

let store: StoreServer;
afterEach(() => store.stop());

async function send(body: unknown, type = 'application/json'): Promise<number> {
  const answer = await fetch(`${store.url}/v1/traces`, {
    method: 'POST',
    headers: { 'content-type': type },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  await answer.json();
  return answer.status;
}

async function read(request: string): Promise<RequestTrace | undefined> {
  const answer = await fetch(`${store.url}/request-traces?request_id=${request}`);
  const body: unknown = await answer.json();
  if (answer.status === 404) return undefined;
  expect(schemaFault(readRequestTrace.answer, body)).toBeUndefined();
  return body as RequestTrace;
}

async function namesOf(request: string) {
  return (await read(request))?.spans.map(({ name }) => name);
}

describe('the trace of a request', () => {
  test('has the spans of each process below their parents, in any order of arrival', async () => {
    store = await startTraceStore();
    const statement = { 'db.system.name': 'postgresql', 'error.type': '57014' };
    await send(
      anExport(
        { id: 4, parent: 3, process: 'product-query', name: 'find', kind: 3, at: 4, ms: 2 },
        {
          id: 5,
          parent: 3,
          process: 'product-query',
          name: 'late',
          kind: 3,
          at: 7,
          code: 2,
          attributes: statement,
        },
        {
          id: 3,
          parent: 2,
          process: 'product-query',
          name: 'POST /q',
          kind: 2,
          at: 3,
          ms: 9,
          attributes: ofRequest('r-1'),
        },
      ),
    );
    const served = { ...ofRequest('r-1'), 'http.response.status_code': 200 };
    await send(
      anExport(
        {
          id: 2,
          parent: 1,
          name: 'POST /q',
          kind: 3,
          at: 2,
          ms: 11,
          attributes: { 'service.peer.name': 'product-query' },
        },
        { id: 1, parent: 77, name: 'POST /q', kind: 2, ms: 14, attributes: served },
      ),
    );
    const trace = await read('r-1');
    expect(trace).toMatchObject({
      request_id: 'r-1',
      started_at: '2026-01-15T09:30:00.000Z',
      duration_ms: 14,
      discarded_spans: 0,
    });
    const shown = trace?.spans.map((span) => [
      ...[span.process, span.name, span.kind, span.peer, span.parent_span_id],
      ...[span.start_ms, span.duration_ms, span.status, span.error_type, span.http_status],
    ]);
    expect(shown).toEqual([
      ['gateway', 'POST /q', 'server', null, null, 0, 14, 'unset', null, 200],
      ['gateway', 'POST /q', 'client', 'product-query', idOf(1), 2, 11, 'unset', null, null],
      ['product-query', 'POST /q', 'server', null, idOf(2), 3, 9, 'unset', null, null],
      ['product-query', 'find', 'client', null, idOf(3), 4, 2, 'unset', null, null],
      ['product-query', 'late', 'client', 'postgresql', idOf(3), 7, 1, 'error', '57014', null],
    ]);
  });

  test('has no span of another request in the same trace', async () => {
    store = await startTraceStore();
    await send(
      anExport(
        { id: 1, name: 'one', kind: 2, attributes: ofRequest('r-1') },
        { id: 2, parent: 1, name: 'below one' },
        { id: 3, name: 'other', kind: 2, attributes: ofRequest('r-2') },
      ),
    );
    expect(await namesOf('r-1')).toEqual(['one', 'below one']);
    expect(await namesOf('r-2')).toEqual(['other']);
    expect(await read('r-3')).toBeUndefined();
  });

  test('has each span once, also when an export is repeated or parents are a circle', async () => {
    store = await startTraceStore();
    const one = anExport(
      { id: 1, parent: 9, name: 'one', attributes: ofRequest('r-1') },
      { id: 2, parent: 3, name: 'two' },
      { id: 3, parent: 2, name: 'three' },
      { id: 4, parent: 1, name: 'four' },
    );
    await send(one);
    await send(one);
    expect(await namesOf('r-1')).toEqual(['one', 'four']);
    await send(anExport({ id: 9, parent: 4, name: 'nine' }));
    expect(await namesOf('r-1')).toEqual(['one', 'four', 'nine']);
  });
});

describe('the bounds of the store', () => {
  const requestOf = (trace: number, name = 'work') =>
    anExport({
      ...{ id: 1, trace: trace.toString(16).padStart(32, '0'), name },
      attributes: ofRequest(`r-${trace}`),
    });

  test('drop the oldest trace beyond the number of traces', async () => {
    store = await startTraceStore({ traces: 2 });
    for (const trace of [1, 2, 3]) await send(requestOf(trace));
    expect(await Promise.all(['r-1', 'r-2', 'r-3'].map(namesOf))).toEqual([
      undefined,
      ['work'],
      ['work'],
    ]);
  });

  test('drop the oldest traces beyond the number of bytes', async () => {
    store = await startTraceStore({ bytes: 2_500 });
    for (const trace of [1, 2, 3]) await send(requestOf(trace, 'x'.repeat(900)));
    const kept = await Promise.all(['r-1', 'r-2', 'r-3'].map(namesOf));
    expect(kept.map((names) => names?.length)).toEqual([undefined, 1, 1]);
    await send(requestOf(4, 'x'.repeat(3_000)));
    expect(await Promise.all(['r-3', 'r-4'].map(namesOf))).toEqual([undefined, undefined]);
  });

  test('discard further spans of a long trace, and count them', async () => {
    store = await startTraceStore({ spansOfTrace: 2 });
    const spans = [1, 2, 3, 4].map((id) => ({ id, attributes: ofRequest('r-1') }));
    await send(anExport(...spans));
    expect(await read('r-1')).toMatchObject({ spans: [{}, {}], discarded_spans: 2 });
  });

  test('leave the newest traces of an id that many requests have', async () => {
    store = await startTraceStore({ tracesOfRequest: 2 });
    for (const trace of ['1', '2', '3']) {
      const attributes = ofRequest('same');
      await send(anExport({ id: 1, trace: trace.padStart(32, '0'), name: trace, attributes }));
    }
    expect(await namesOf('same')).toEqual(['2', '3']);
  });
});

describe('an export is rejected, and nothing of it is kept', () => {
  const withSpan = (change: object) => {
    const { resourceSpans } = anExport({ id: 2, attributes: ofRequest('r-1') });
    const first = anExport({ id: 1, attributes: ofRequest('r-1') }).resourceSpans;
    const bad = resourceSpans.map((one) => ({
      ...one,
      scopeSpans: one.scopeSpans.map(({ spans }) => ({
        spans: spans.map((span) => ({ ...span, ...change })),
      })),
    }));
    return { resourceSpans: [...first, ...bad] };
  };

  test.each([
    ['is no JSON', '{"resourceSpans":['],
    ['is a list', []],
    ['has no resourceSpans', {}],
    ['has a text as spans', { resourceSpans: [{ scopeSpans: [{ spans: 'no' }] }] }],
    ['has a trace id of another length', withSpan({ traceId: 'abc' })],
    ['has a span id that is no hexadecimal number', withSpan({ spanId: 'g'.repeat(16) })],
    ['has a parent that is no span id', withSpan({ parentSpanId: '1' })],
    ['has no name', withSpan({ name: undefined })],
    ['has a number as its time', withSpan({ startTimeUnixNano: 1 })],
    ['has a time that is no number', withSpan({ endTimeUnixNano: 'now' })],
    ['has a text as attributes', withSpan({ attributes: 'none' })],
  ])('with 400 when it %s', async (_case, body) => {
    store = await startTraceStore();
    expect(await send(body)).toBe(400);
    expect(await read('r-1')).toBeUndefined();
  });

  test('with 413 when it is too large, and with 415 when it is no JSON by its type', async () => {
    store = await startTraceStore();
    const large = anExport({ id: 1, name: 'x'.repeat(5 * 2 ** 20), attributes: ofRequest('r-1') });
    expect(await send(large)).toBe(413);
    const small = anExport({ id: 1, attributes: ofRequest('r-1') });
    expect(await send(small, 'text/plain')).toBe(415);
    expect(await read('r-1')).toBeUndefined();
  });
});

test('another address of the store is a 404', async () => {
  store = await startTraceStore();
  expect((await fetch(`${store.url}/`)).status).toBe(404);
  expect((await fetch(`${store.url}/v1/traces`)).status).toBe(404);
});
