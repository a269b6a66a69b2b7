import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { VERSION } from '../http/user-agent.js';
import { answer, cut, ScriptedServer } from '../testing/scripted-server.js';
import { clientCredentials, type ClientCredentialsOptions } from './client-credentials.js';
import { createSigningKey } from './signing-key.js';
import { refreshingToken, tokenFrom } from './tokens.js';

let server: ScriptedServer;

beforeAll(async () => {
  server = await ScriptedServer.start();
});

afterAll(() => server.stop());

test('concurrent requests share one token until it is rejected', async () => {
  let issued = 0;
  const token = refreshingToken(async () => {
    issued += 1;
    return { access_token: `t${issued}`, expires_in: 900 };
  });
  expect(await Promise.all([token(), token(), token()])).toEqual(['t1', 't1', 't1']);
  expect(await token('t1')).toBe('t2');
  expect(await token('t1')).toBe('t2');
});

test('a token that is about to expire is replaced', async () => {
  let issued = 0;
  const token = refreshingToken(async () => ({ access_token: `t${++issued}`, expires_in: 30 }));
  expect([await token(), await token()]).toEqual(['t1', 't2']);
});

test('a token endpoint receives the form; its error is reported', async () => {
  server.script(answer(200, { access_token: 'a', expires_in: 900 }), answer(400, { error: 'no' }));
  const form = { grant_type: 'refresh_token', refresh_token: 'r' };
  const token = tokenFrom(`${server.url}/token`, form);
  expect(await token()).toBe('a');
  expect(server.received[0]?.body).toBe('grant_type=refresh_token&refresh_token=r');
  await expect(token('a')).rejects.toThrow('/token returned 400: {"error":"no"}');
});

test('a rotated refresh token is used next, and passed on', async () => {
  const rotated: string[] = [];
  server.script(
    answer(200, { access_token: 'a', expires_in: 900, refresh_token: 'r2' }),
    answer(200, { access_token: 'b', expires_in: 900 }),
    answer(200, { access_token: 'c', expires_in: 900 }),
  );
  const form = { grant_type: 'refresh_token', refresh_token: 'r1' };
  const onRotated = (refreshToken: string) => void rotated.push(refreshToken);
  const token = tokenFrom(`${server.url}/token`, form, { onRotated });
  expect([await token(), await token('a'), await token('b')]).toEqual(['a', 'b', 'c']);
  const sent = server.received.map(({ body }) => new URLSearchParams(body).get('refresh_token'));
  expect(sent).toEqual(['r1', 'r2', 'r2']);
  expect(rotated).toEqual(['r2']);
});

test('a token endpoint that fails or does not answer is asked again', async () => {
  server.script(answer(503), cut, answer(200, { access_token: 'a' }));
  const token = tokenFrom(`${server.url}/token`, {}, { retry: { baseDelayMs: 0 } });
  expect(await token()).toBe('a');
});

const BOUND_TOKEN = answer(200, { access_token: 'a', token_type: 'DPoP' });

const metadata = () => answer(200, { issuer: server.url, token_endpoint: `${server.url}/token` });

const programWith = async (options: Partial<ClientCredentialsOptions>) => {
  const key = await createSigningKey();
  return clientCredentials({ issuer: server.url, clientId: 'bank', key, ...options });
};

test('requests to a provider pass through `fetch`, and name the application', async () => {
  server.script(metadata(), BOUND_TOKEN, answer(200, { access_token: 'b' }));
  const logged: string[] = [];
  const logging: typeof fetch = async (input, init) => {
    const request = new Request(input, init);
    const { method, url } = request;
    const response = await fetch(request);
    logged.push(`${method} ${url.replace(server.url, '')} ${response.status}`);
    return response;
  };
  const options = { application: 'ledger/2.1', fetch: logging };
  const { token } = await programWith(options);
  await token();
  await tokenFrom(`${server.url}/form`, {}, options)();
  expect(logged).toEqual([
    'GET /.well-known/openid-configuration 200',
    'POST /token 200',
    'POST /form 200',
  ]);
  const agent = `ledger/2.1 ndx-client/${VERSION} node/${process.versions.node}`;
  const agents = server.received.map(({ headers }) => headers['user-agent']);
  expect(agents).toEqual([agent, agent, agent]);
});

test('a token endpoint that stays silent is asked again after the timeout', async () => {
  server.script(() => undefined, answer(200, { access_token: 'a' }));
  const options = { timeoutMs: 200, retry: { baseDelayMs: 0 } };
  expect(await tokenFrom(`${server.url}/token`, {}, options)()).toBe('a');
});

const STOPPED = new Error('the caller stopped');

test.each([
  ['the discovery', [], programWith],
  ['a token request', [metadata], async (options: object) => (await programWith(options)).token()],
  ['a form', [], (options: object) => tokenFrom(`${server.url}/token`, {}, options)()],
])('the signal ends %s that gets no response', async (_what, before, ask) => {
  const stopping = new AbortController();
  const silent = () => stopping.abort(STOPPED);
  server.script(...before.map((step) => step()), silent);
  await expect(ask({ signal: stopping.signal })).rejects.toBe(STOPPED);
});

test('the signal ends the retries of a token request for all that wait, and later ones', async () => {
  const stopping = new AbortController();
  server.script(answer(503));
  const retry = { onRetry: () => stopping.abort(STOPPED) };
  const token = tokenFrom(`${server.url}/token`, {}, { retry, signal: stopping.signal });
  const results = await Promise.allSettled([token(), token()]);
  const rejected = { status: 'rejected', reason: STOPPED };
  expect(results).toEqual([rejected, rejected]);
  await expect(token()).rejects.toBe(STOPPED);
  expect(server.received).toHaveLength(1);
});
