import { describe, expect, test } from '@jest/globals';
import { type readRequestTrace, type AnswerOf } from '@ndx/api';
import { PERMISSIONS } from '@ndx/contracts';
import { account } from '@ndx/service/testing';
import { startHttpServer, type TestHttpServer } from '@ndx/testing';
import { startEntityService, useEntityService } from '../testing/entity-service.js';

const PATH = '/v1/request-traces/req-7f3a';
const OPERATOR = { ...account(), permissions: ['service:read' as const] };

const TRACE: AnswerOf<typeof readRequestTrace> = {
  request_id: 'req-7f3a',
  started_at: '2026-01-15T09:30:00.000Z',
  duration_ms: 1.5,
  spans: [],
  discarded_spans: 0,
};

/** Entity with a store that gives this answer. */
async function answeredBy(status: number, body: string, path = PATH) {
  const asked: (string | undefined)[] = [];
  const store: TestHttpServer = await startHttpServer((request, response) => {
    asked.push(request.url);
    response.writeHead(status, { 'content-type': 'application/json' }).end(body);
  });
  const service = await startEntityService({ TRACE_STORE_URL: `${store.url}/` });
  try {
    return { ...(await service.call(OPERATOR, 'GET', path)), asked };
  } finally {
    await service.stop();
    await store.stop();
  }
}

describe('the trace of a request', () => {
  test('is the one of the store', async () => {
    const { status, body, asked } = await answeredBy(200, JSON.stringify(TRACE));
    expect({ status, body }).toEqual({ status: 200, body: TRACE });
    expect(asked).toEqual(['/request-traces?request_id=req-7f3a']);
  });

  test('is asked for by its id alone, also by one that is a part of an address', async () => {
    const { status, asked } = await answeredBy(404, '{}', '/v1/request-traces/...:');
    expect([status, asked]).toEqual([404, ['/request-traces?request_id=...%3A']]);
  });

  test('is a 404 where the store keeps none', async () => {
    expect(await answeredBy(404, '{}')).toMatchObject({
      status: 404,
      body: { error_code: 'RESOURCE_NOT_FOUND', reason: 'not_found' },
    });
  });

  test.each([
    ['no JSON', 200, '<html>'],
    ['something else', 200, '{}'],
    ['an incomplete trace', 200, JSON.stringify({ ...TRACE, spans: [{ name: 'x' }] })],
    ['a failure', 500, JSON.stringify(TRACE)],
  ])('is a 500 where the store returns %s', async (_case, status, body) => {
    expect(await answeredBy(status, body)).toMatchObject({
      status: 500,
      body: { error_code: 'OPERATION_FAILED', reason: 'service_unavailable' },
    });
  });
});

describe('without a store', () => {
  const service = useEntityService({ TRACE_STORE_URL: '', OTEL_EXPORTER_OTLP_ENDPOINT: '' });

  test('the answer says that traces are not kept', async () => {
    expect(await service.call(OPERATOR, 'GET', PATH)).toMatchObject({
      status: 404,
      body: {
        reason: 'traces_not_kept',
        detail: expect.stringContaining('set OTEL_EXPORTER_OTLP_ENDPOINT'),
      },
    });
  });

  test.each([
    ['without the permission', { ...account(), permissions: PERMISSIONS }, PATH, 403],
    ['without a signature', undefined, PATH, 401],
    ['with a blank', OPERATOR, '/v1/request-traces/a%20b', 422],
    ['with a slash', OPERATOR, '/v1/request-traces/a%2Fb', 422],
    ['of 129 characters', OPERATOR, `/v1/request-traces/${'x'.repeat(129)}`, 422],
    ['with an unknown parameter', OPERATOR, `${PATH}?from=1`, 422],
  ])('a request %s is rejected', async (_case, caller, path, status) => {
    expect(await service.call(caller, 'GET', path)).toMatchObject({ status });
  });
});

test('with a collector of the deployment, the answer says where to search', async () => {
  const service = await startEntityService({
    TRACE_STORE_URL: '',
    OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1',
  });
  try {
    expect(await service.call(OPERATOR, 'GET', PATH)).toMatchObject({
      status: 404,
      body: {
        reason: 'traces_not_kept',
        detail: expect.stringContaining('exchange.request_id behind the collector'),
      },
    });
  } finally {
    await service.stop();
  }
});
