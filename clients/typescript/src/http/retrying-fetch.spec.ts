import { afterAll, beforeAll, expect, test } from '@jest/globals';
import {
  createNdxClient,
  NdxConnectionError,
  NdxError,
  staticToken,
  type NdxClientOptions,
  type Retry,
  type TokenSource,
} from '../index.js';
import { answer, cut, ScriptedServer } from '../testing/scripted-server.js';

const NO_DELAY = { baseDelayMs: 0 };
const BODY = { network_ids: ['0192d3c0-5c5e-7a80-9b1e-3c2d1a0f4e5b'], consent_id: 'c' };

let server: ScriptedServer;

beforeAll(async () => {
  server = await ScriptedServer.start();
});

afterAll(() => server.stop());

const clientWith = (
  token: TokenSource = staticToken('first'),
  options: Partial<NdxClientOptions> = {},
) => createNdxClient({ baseUrl: server.url, token, retry: NO_DELAY, ...options });

const query = (client = clientWith()) => client.queryKybCertificate({ body: BODY });

const sent = (header: string) => server.received.map(({ headers }) => headers[header]);

test.each([
  ['a 500', answer(500, { detail: 'failed', error_code: 'OPERATION_FAILED' })],
  ['a 503', answer(503)],
  ['a lost connection', cut],
  ['a 429', answer(429, { detail: 'later' }, { 'retry-after': '0' })],
])('%s is retried with the same key and the same bytes', async (_fault, fault) => {
  server.script(fault, answer(200, { result: null }, { 'x-request-id': 'r-1' }));
  await expect(query()).resolves.toMatchObject({ status: 200, requestId: 'r-1' });
  const [first, second] = server.received;
  expect(second?.body).toBe(first?.body);
  expect(sent('idempotency-key')).toEqual([
    expect.stringMatching(/^[\da-f-]{36}$/),
    first?.headers['idempotency-key'],
  ]);
});

test.each([400, 403, 404, 409, 422])('a %d is not retried', async (status) => {
  server.script(
    answer(status, {
      detail: 'no',
      error_code: 'VALIDATION_ERROR',
      reason: 'invalid_value',
      request_id: 'r-2',
    }),
  );
  const error = await query().catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(NdxError);
  expect(error).toMatchObject({
    status,
    code: 'VALIDATION_ERROR',
    reason: 'invalid_value',
    detail: 'no',
    requestId: 'r-2',
  });
  expect(server.received).toHaveLength(1);
});

test('a 429 is not retried when its Retry-After exceeds the time for retries', async () => {
  server.script(answer(429, { detail: 'later' }, { 'retry-after': '3600' }));
  await expect(query()).rejects.toMatchObject({ status: 429, retryAfter: 3600 });
  expect(server.received).toHaveLength(1);
});

test('a 401 is retried once, with a new token', async () => {
  const tokens: TokenSource = async (rejected) => (rejected === undefined ? 'first' : 'second');
  server.script(answer(401, { detail: 'expired' }), answer(401, { detail: 'expired' }));
  await expect(query(clientWith(tokens))).rejects.toMatchObject({ status: 401, code: undefined });
  expect(sent('authorization')).toEqual(['Bearer first', 'Bearer second']);
});

test('a 401 is not retried with the same token', async () => {
  server.script(answer(401, { detail: 'expired' }));
  await expect(query()).rejects.toMatchObject({ status: 401 });
  expect(server.received).toHaveLength(1);
});

test('a 204 has no data and names its query event', async () => {
  server.script(answer(204, undefined, { 'x-ref-id': 'q-1' }));
  await expect(query()).resolves.toMatchObject({ data: undefined, queryEventId: 'q-1' });
});

test.each([
  ['seconds', '1'],
  ['a date', () => new Date(Date.now() + 1_500).toUTCString()],
])('a Retry-After in %s is waited for', async (_form, after) => {
  const retries: Retry[] = [];
  const value = typeof after === 'string' ? after : after();
  server.script(answer(503, {}, { 'retry-after': value }), answer(200, { result: null }));
  const retry = { ...NO_DELAY, onRetry: (each: Retry) => retries.push(each) };
  await expect(query(clientWith(undefined, { retry }))).resolves.toMatchObject({ status: 200 });
  const path = `${server.url}/v1/products/kyb_certificate/query`;
  expect(retries).toEqual([
    { method: 'POST', url: path, attempt: 1, status: 503, delayMs: expect.any(Number) },
  ]);
  expect(retries[0]?.delayMs).toBeGreaterThan(0);
});

test('a 500 is repeated three times, a restart of the network as often as it takes', async () => {
  server.script(...Array.from({ length: 9 }, () => answer(500, { detail: 'failed' })));
  await expect(query()).rejects.toMatchObject({ status: 500 });
  expect(server.received).toHaveLength(4);
  server.script(...Array.from({ length: 20 }, () => cut), answer(200, { result: null }));
  await expect(query()).resolves.toMatchObject({ status: 200 });
});

test('no request is repeated without time for retries', async () => {
  server.script(cut, cut);
  const once = clientWith(undefined, { retry: { seconds: 0 } });
  await expect(query(once)).rejects.toThrow(NdxConnectionError);
  expect(server.received).toHaveLength(1);
});

test('a response that does not begin in time is as one that was lost', async () => {
  server.script(() => undefined, answer(200, { result: null }));
  const impatient = clientWith(undefined, { timeoutMs: 200 });
  await expect(query(impatient)).resolves.toMatchObject({ status: 200 });
  const [first, second] = server.received;
  expect(second?.headers['idempotency-key']).toBe(first?.headers['idempotency-key']);
});

test("the caller's own key is sent, and an aborted request is not retried", async () => {
  const controller = new AbortController();
  server.script((response) => {
    controller.abort(new Error('the caller stopped'));
    response.destroy();
  });
  const aborted = clientWith().queryKybCertificate({
    body: BODY,
    headers: { 'Idempotency-Key': 'mine' },
    signal: controller.signal,
  });
  await expect(aborted).rejects.toThrow('the caller stopped');
  expect(sent('idempotency-key')).toEqual(['mine']);
});

test('a success that is not JSON is an error: another server listens at the address', async () => {
  const page = { 'content-type': 'text/html' };
  server.script(answer(200, { page: true }, page), answer(200, { page: true }, page));
  await expect(query()).rejects.toMatchObject({
    status: 200,
    detail: 'not JSON; check the base URL',
  });
  await expect(query()).rejects.toBeInstanceOf(NdxError);
});
