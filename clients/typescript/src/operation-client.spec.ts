import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { VERSION } from './http/user-agent.js';
import { createNdxClient, staticToken, type NdxClientOptions } from './index.js';
import { answer, ScriptedServer } from './testing/scripted-server.js';

let server: ScriptedServer;

beforeAll(async () => {
  server = await ScriptedServer.start();
});

afterAll(() => server.stop());

const clientWith = (options: Partial<NdxClientOptions> = {}) =>
  createNdxClient({ baseUrl: `${server.url}/`, token: staticToken('t'), ...options });

test('a parameter of the path is encoded, and a request without a body has no type', async () => {
  server.script(answer(200, {}));
  await clientWith().readKybCertificate({ path: { certificate_id: 'a/b?c' } });
  expect(server.received[0]).toMatchObject({ method: 'GET', body: '' });
  expect(server.received[0]?.url).toMatch(/\/a%2Fb%3Fc$/);
  expect(server.received[0]?.headers['content-type']).toBeUndefined();
});

test('a query has its parameters, of which an undefined one is omitted', async () => {
  server.script(answer(200, { data: [] }));
  const query = { network_id: 'a&b', cursor: '=+', limit: 10, to: undefined };
  await clientWith().listQueryEvents({ query: query });
  const { search } = new URL(server.received[0]?.url ?? '', server.url);
  expect([...new URLSearchParams(search)]).toEqual([
    ['network_id', 'a&b'],
    ['cursor', '=+'],
    ['limit', '10'],
  ]);
});

test('a text and a file are answers; their bytes are those of the network', async () => {
  const path = { log: 'l' } as never;
  server.script((response) => response.setHeader('content-type', 'text/plain').end('a\n'));
  expect((await clientWith().readLogCheckpoint({ path })).data).toBe('a\n');
  const bytes = Buffer.from([0, 255, 10]);
  server.script((response) => response.setHeader('content-type', 'application/zip').end(bytes));
  const { data } = await clientWith().readRelianceFile({ path: { query_event_id: 'q' } });
  expect(Buffer.from(await data.arrayBuffer())).toEqual(bytes);
});

test.each(['', '{', '<p>'])('the JSON %j is an error of another server', async (text) => {
  server.script((response) => response.setHeader('content-type', 'application/json').end(text));
  await expect(clientWith().readVersion()).rejects.toMatchObject({
    status: 200,
    detail: 'not JSON; check the base URL',
  });
});

test('a request names the application, the client and the runtime with their versions', async () => {
  server.script(answer(200, {}));
  await clientWith({ application: 'ledger/2.1' }).readVersion();
  expect(server.received[0]?.headers['user-agent']).toBe(
    `ledger/2.1 ndx-client/${VERSION} node/${process.versions.node}`,
  );
});

test('the version equals the version of the package', () => {
  const file = readFileSync(join(__dirname, '..', 'package.json'), 'utf8');
  expect(JSON.parse(file)).toMatchObject({ version: VERSION });
});

test('a fetch sees each request and its response, and continues the trace of the caller', async () => {
  const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
  const statuses: number[] = [];
  server.script(answer(503), answer(200, {}));
  const traced: typeof fetch = async (input, init) => {
    const request = new Request(input, init);
    request.headers.set('traceparent', traceparent);
    const response = await fetch(request);
    statuses.push(response.status);
    return response;
  };
  await clientWith({ fetch: traced, retry: { baseDelayMs: 0 } }).readVersion();
  expect(server.received.map(({ headers }) => headers['traceparent'])).toEqual([
    traceparent,
    traceparent,
  ]);
  expect(statuses).toEqual([503, 200]);
});
