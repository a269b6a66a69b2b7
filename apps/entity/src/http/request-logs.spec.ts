import { describe, expect, test } from '@jest/globals';
import type { AnswerOf, listServiceLogs, readRequestLogs } from '@ndx/api';
import { PERMISSIONS } from '@ndx/contracts';
import { account } from '@ndx/service/testing';
import { startHttpServer, type TestHttpServer } from '@ndx/testing';
import { startEntityService, useEntityService } from '../testing/entity-service.js';

const OF_REQUEST = '/v1/request-logs/req-7f3a';
const OF_SERVICE = '/v1/service-logs?service=consent';
const OPERATOR = { ...account(), permissions: ['service:read' as const] };

const LINE = {
  at: '2026-01-15T09:30:00.000Z',
  process: 'consent',
  level: 'warn',
  message: 'request',
  request_id: 'req-7f3a',
  fields: { status: 500 },
} as const;
const LOGS: AnswerOf<typeof readRequestLogs> = {
  request_id: 'req-7f3a',
  lines: [LINE],
  omitted_lines: 0,
};
const PAGE: AnswerOf<typeof listServiceLogs> = { data: [LINE], next_cursor: '4096' };

/** What entity answers to each path with a store that gives this answer. */
async function answeredBy(status: number, body: unknown, ...paths: readonly string[]) {
  const asked: (string | undefined)[] = [];
  const store: TestHttpServer = await startHttpServer((request, response) => {
    asked.push(request.url);
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
  const service = await startEntityService({ LOG_STORE_URL: `${store.url}/` });
  try {
    const answers = [];
    for (const path of paths) answers.push(await service.call(OPERATOR, 'GET', path));
    return { answers, asked };
  } finally {
    await service.stop();
    await store.stop();
  }
}

test('the lines of a request are those of the store', async () => {
  const { answers, asked } = await answeredBy(200, LOGS, OF_REQUEST);
  expect(answers).toMatchObject([{ status: 200, body: LOGS }]);
  expect(asked).toEqual(['/request-logs?request_id=req-7f3a']);
});

test('a request without lines is a 404', async () => {
  const { answers } = await answeredBy(404, {}, OF_REQUEST);
  expect(answers).toMatchObject([{ status: 404, body: { reason: 'not_found' } }]);
});

describe('the lines of a process', () => {
  test('are those of the store, from the cursor of the page before', async () => {
    const first = await answeredBy(200, PAGE, OF_SERVICE);
    expect(first.answers).toMatchObject([{ status: 200, body: { data: [LINE] } }]);
    expect(first.asked).toEqual(['/service-logs?service=consent&level=info&limit=100']);
    const [{ body } = { body: {} }] = first.answers;
    const cursor = String(Reflect.get(Object(body), 'next_cursor'));
    const next = `${OF_SERVICE}&level=warn&limit=10&cursor=${cursor}`;
    const { asked } = await answeredBy(200, PAGE, next);
    expect(asked).toEqual(['/service-logs?service=consent&level=warn&limit=10&before=4096']);

    const ofAnother = `/v1/service-logs?service=policy&cursor=${cursor}`;
    const { answers } = await answeredBy(200, PAGE, ofAnother, `${OF_SERVICE}&cursor=x`);
    expect(answers).toMatchObject([
      { status: 400, body: { reason: 'invalid_cursor' } },
      { status: 400, body: { reason: 'invalid_cursor' } },
    ]);
  });
});

test.each([
  ['something else', 200, {}],
  ['an incomplete line', 200, { ...LOGS, ...PAGE, lines: [{}], data: [{}] }],
  ['a failure', 500, { ...LOGS, ...PAGE }],
])('a store that returns %s is a 500', async (_case, status, body) => {
  const { answers } = await answeredBy(status, body, OF_REQUEST, OF_SERVICE);
  const failed = { status: 500, body: { reason: 'service_unavailable' } };
  expect(answers).toMatchObject([failed, failed]);
});

describe('without a store', () => {
  const service = useEntityService({ LOG_STORE_URL: '' });

  test.each([OF_REQUEST, OF_SERVICE])('%s says that lines are not kept', async (path) => {
    expect(await service.call(OPERATOR, 'GET', path)).toMatchObject({
      status: 404,
      body: { reason: 'logs_not_kept', detail: expect.stringContaining('request_id') },
    });
  });

  test.each([
    ['without the permission', { ...account(), permissions: PERMISSIONS }, OF_REQUEST, 403],
    ['of a service without the permission', account(), OF_SERVICE, 403],
    ['without a signature', undefined, OF_REQUEST, 401],
    ['with a blank', OPERATOR, '/v1/request-logs/a%20b', 422],
    ['without a service', OPERATOR, '/v1/service-logs', 422],
    ['of an unknown service', OPERATOR, '/v1/service-logs?service=bank', 422],
    ['of an unknown level', OPERATOR, `${OF_SERVICE}&level=loud`, 422],
    ['with an unknown parameter', OPERATOR, `${OF_SERVICE}&from=1`, 422],
  ])('a request %s is rejected', async (_case, caller, path, status) => {
    expect(await service.call(caller, 'GET', path)).toMatchObject({ status });
  });
});
