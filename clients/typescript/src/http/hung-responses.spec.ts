import type { ServerResponse } from 'node:http';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import {
  createNdxClient,
  furnishRecords,
  furnishRows,
  staticToken,
  type NdxClient,
} from '../index.js';
import { answer, ScriptedServer } from '../testing/scripted-server.js';

const BODY = { network_ids: ['0192d3c0-5c5e-7a80-9b1e-3c2d1a0f4e5b'], consent_id: 'c' };
const STOPPED = new Error('the caller stopped');

let server: ScriptedServer;

beforeAll(async () => {
  server = await ScriptedServer.start();
});

afterAll(() => server.stop());

const clientWith = (options: object = {}) =>
  createNdxClient({
    baseUrl: server.url,
    token: staticToken('t'),
    retry: { baseDelayMs: 0 },
    ...options,
  });

/** The first bytes of a body whose rest does not arrive. */
function begin(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': '100' });
  response.write('{"result":');
}

test('a body that is cut is repeated with the same key', async () => {
  let cutBody = (): unknown => undefined;
  server.script(
    (response) => {
      begin(response);
      cutBody = () => response.destroy();
    },
    answer(200, { result: null }),
  );
  const cutting: typeof fetch = async (input, init) => {
    const response = await fetch(input, init);
    cutBody();
    return response;
  };
  await expectAnswerAfterOneRepetition(clientWith({ fetch: cutting }));
});

test('a body that stops is repeated with the same key', async () => {
  server.script(begin, answer(200, { result: null }));
  await expectAnswerAfterOneRepetition(clientWith({ timeoutMs: 200 }));
});

async function expectAnswerAfterOneRepetition(ndx: NdxClient): Promise<void> {
  await expect(ndx.queryKybCertificate({ body: BODY })).resolves.toMatchObject({
    data: { result: null },
  });
  const [first, second] = server.received;
  expect(second?.headers['idempotency-key']).toBe(first?.headers['idempotency-key']);
}

test('a call that is aborted while its body arrives rejects with the reason', async () => {
  const stopping = new AbortController();
  server.script((response) => {
    begin(response);
    stopping.abort(STOPPED);
  });
  const { signal } = stopping;
  await expect(clientWith().queryKybCertificate({ body: BODY, signal })).rejects.toBe(STOPPED);
  expect(server.received).toHaveLength(1);
});

test('a call that is aborted while it waits for a token rejects with the reason', async () => {
  const stopping = new AbortController();
  const token = () => {
    stopping.abort(STOPPED);
    return new Promise<string>(() => undefined);
  };
  const { signal } = stopping;
  await expect(clientWith({ token }).why('q', { signal })).rejects.toBe(STOPPED);
});

test.each([
  [
    'records',
    (signal: AbortSignal) =>
      furnishRecords(clientWith(), [{ business_identity: {} } as never], {
        network_id: 'n',
        signal,
      }),
  ],
  [
    'rows',
    (signal: AbortSignal) =>
      furnishRows(clientWith().furnishAnnualPersonalIncome as never, [{}], { signal }),
  ],
])('a furnish of %s ends with its signal', async (_what, furnish) => {
  const stopping = new AbortController();
  server.script(() => {
    stopping.abort(STOPPED);
  });
  await expect(furnish(stopping.signal).next()).rejects.toBe(STOPPED);
});
