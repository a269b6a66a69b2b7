import { appendFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { listServiceLogs, readRequestLogs, schemaFault, type AnswerOf } from '@ndx/api';
import type { ServiceName } from '@ndx/contracts';
import type { StoreServer } from '../network/store-server.js';
import { startLogStore } from './log-store.js';

const START = Date.parse('2026-01-15T09:30:00.000Z');

let folder: string;
let store: StoreServer;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'logs-'));
});

afterEach(async () => {
  await store.stop();
  rmSync(folder, { recursive: true, force: true });
});

const fileOf = (service: ServiceName) => join(folder, `${service}.log`);

interface LineInput {
  readonly at?: number;
  readonly level?: number;
  readonly msg?: string;
  readonly [field: string]: unknown;
}

/** Writes lines as the logger of a process does. */
function write(service: ServiceName, ...lines: readonly (LineInput | string)[]): void {
  for (const line of lines) {
    const text = typeof line === 'string' ? line : JSON.stringify(aLine(service, line));
    appendFileSync(fileOf(service), `${text}\n`);
  }
}

function aLine(service: ServiceName, { at = 0, level = 30, msg = 'request', ...more }: LineInput) {
  return { level, time: START + at, service, ...more, msg };
}

async function get(path: string, query: Readonly<Record<string, string>>) {
  const answer = await fetch(`${store.url}/${path}?${new URLSearchParams(query).toString()}`);
  return { status: answer.status, body: await answer.json() };
}

async function ofRequest(request: string) {
  const { status, body } = await get('request-logs', { request_id: request });
  if (status === 404) return undefined;
  expect(schemaFault(readRequestLogs.answer, body)).toBeUndefined();
  return body as AnswerOf<typeof readRequestLogs>;
}

async function page(query: Readonly<Record<string, string>>) {
  const asked = { service: 'consent', level: 'trace', limit: '100', ...query };
  const { body } = await get('service-logs', asked);
  expect(schemaFault(listServiceLogs.answer, body)).toBeUndefined();
  return body as AnswerOf<typeof listServiceLogs>;
}

const messages = ({ data }: AnswerOf<typeof listServiceLogs>) => data.map(({ message }) => message);

describe('the lines of a request', () => {
  test('are those of each process in the order of time, with their fields', async () => {
    store = await startLogStore(fileOf);
    const request_id = 'req-1';
    write('gateway', { at: 9, status: 204, request_id }, { at: 3, request_id: 'req-2' });
    write('consent', { at: 4, level: 40, msg: 'slow', err: { code: '57014' }, request_id });
    write('consent', { at: 5, msg: 'names req-1', of: 'req-1' });
    const logs = await ofRequest('req-1');
    expect(logs).toEqual({
      request_id: 'req-1',
      lines: [
        {
          ...{ at: '2026-01-15T09:30:00.004Z', process: 'consent', level: 'warn' },
          ...{ message: 'slow', request_id: 'req-1', fields: { err: { code: '57014' } } },
        },
        {
          ...{ at: '2026-01-15T09:30:00.009Z', process: 'gateway', level: 'info' },
          ...{ message: 'request', request_id: 'req-1', fields: { status: 204 } },
        },
      ],
      omitted_lines: 0,
    });
    expect(await ofRequest('req')).toBeUndefined();
  });

  test('are the newest ones within the bound, with the number of the others', async () => {
    store = await startLogStore(fileOf, { linesOfRequest: 2 });
    for (const at of [1, 2, 3]) write('policy', { at, msg: `${at}`, request_id: 'req-1' });
    const logs = await ofRequest('req-1');
    expect(logs?.lines.map(({ message }) => message)).toEqual(['2', '3']);
    expect(logs?.omitted_lines).toBe(1);
  });
});

describe('the lines of a process', () => {
  test('are the newest first, page by page, also while it writes more', async () => {
    store = await startLogStore(fileOf);
    for (const msg of ['1', '2', '3', '4']) write('consent', { msg });
    const first = await page({ limit: '2' });
    expect(messages(first)).toEqual(['4', '3']);
    write('consent', { msg: '5' });
    const second = await page({ limit: '2', before: first.next_cursor });
    expect(messages(second)).toEqual(['2', '1']);
    expect(messages(await page({ limit: '2', before: second.next_cursor }))).toEqual([]);
  });

  test('have the level or a more severe one', async () => {
    store = await startLogStore(fileOf);
    const levels = [10, 20, 30, 40, 50, 60];
    write('consent', ...levels.map((level) => ({ level, msg: `${level}` })));
    expect(messages(await page({ level: 'warn' }))).toEqual(['60', '50', '40']);
    const paged = await page({ level: 'error', limit: '1' });
    expect(messages(paged)).toEqual(['60']);
    const next = await page({ level: 'error', limit: '1', before: paged.next_cursor });
    expect(messages(next)).toEqual(['50']);
  });

  test('do not include a line that is not written to its end', async () => {
    store = await startLogStore(fileOf);
    write('consent', { msg: '1' });
    appendFileSync(fileOf('consent'), '{"level":30,"time":1');
    expect(messages(await page({}))).toEqual(['1']);
  });

  test('are none before the process has written any', async () => {
    store = await startLogStore(fileOf);
    expect(await page({})).toEqual({ data: [], next_cursor: '0' });
  });

  test('end at the bound of bytes', async () => {
    store = await startLogStore(fileOf, { bytes: 500 });
    write('consent', ...Array.from({ length: 50 }, (_, index) => ({ msg: `${index}` })));
    const last = await page({});
    expect(messages(last).length).toBeLessThan(10);
    expect(messages(last)[0]).toBe('49');
    expect(messages(await page({ before: last.next_cursor }))).toEqual([]);
  });
});

describe('output that the logger did not write', () => {
  test('is one error without a time', async () => {
    store = await startLogStore(fileOf);
    write('consent', { msg: 'before' }, 'Error: no memory', '    at main.js:1', { msg: 'after' });
    const { data } = await page({ level: 'error' });
    const message = 'Error: no memory\n    at main.js:1';
    expect(data).toEqual([
      { at: null, process: 'consent', level: 'error', message, request_id: null, fields: {} },
    ]);
    expect(messages(await page({}))).toEqual(['after', message, 'before']);
  });

  test.each([
    '[1]',
    '"text"',
    'null',
    '{"level":35,"time":1}',
    '{"level":30}',
    '{"level":30,"time":1e20}',
  ])('is also JSON of another form: %s', async (text) => {
    store = await startLogStore(fileOf);
    write('consent', text);
    expect(messages(await page({}))).toEqual([text]);
  });
});

test('output that the logger did not redact has no secret', async () => {
  store = await startLogStore(fileOf);
  const token = 'eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJhbmEifQ.c2lnbmF0dXJl';
  write('consent', `Error: failed for 123-45-6789 with ${token}`);
  const [message = ''] = messages(await page({}));
  expect(message).toContain('failed for');
  for (const secret of ['123-45-6789', 'eyJzdWIiOiJhbmEifQ']) expect(message).not.toContain(secret);
});

test.each([
  ['another service', { service: 'bank' }],
  ['another level', { level: 'loud' }],
  ['no limit', { limit: '' }],
  ['a limit beyond a page', { limit: '101' }],
])('a request with %s is a 400', async (_case, change) => {
  store = await startLogStore(fileOf);
  const asked = { service: 'consent', level: 'info', limit: '10', ...change };
  expect(await get('service-logs', asked)).toMatchObject({ status: 400 });
});

test('another address of the store is a 404', async () => {
  store = await startLogStore(fileOf);
  expect(await get('logs', {})).toMatchObject({ status: 404 });
});
