import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { createRemoteJWKSet, jwtVerify } from 'jose';
import { LocalIdentityProvider } from './local-identity-provider.js';

const ALICE = { name: 'alice', claims: { sub: 'alice-1', org_id: 'first-bank', role: 'querier' } };

let folder: string;
let provider: LocalIdentityProvider | undefined;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'identity-provider-'));
});

afterEach(() => provider?.stop());

afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function start(): Promise<LocalIdentityProvider> {
  provider = await LocalIdentityProvider.start({
    clientId: 'exchange',
    keyFile: join(folder, 'keys.json'),
    accounts: [ALICE],
    log: () => undefined,
  });
  return provider;
}

function verify(
  token: string,
  { url, clientId, issuer }: LocalIdentityProvider,
  expected = issuer,
) {
  const keys = createRemoteJWKSet(new URL(`${url}/${clientId}`));
  return jwtVerify(token, keys, { algorithms: ['RS256'], audience: clientId, issuer: expected });
}

async function askForToken(server: LocalIdentityProvider, init: RequestInit) {
  const response = await fetch(`${server.url}/token`, { method: 'POST', ...init });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

const json = (body: string) => ({ body, headers: { 'content-type': 'application/json' } });

test.each([
  ['a form', { body: new URLSearchParams({ account: 'alice' }) }],
  ['JSON', json('{"account":"alice"}')],
])('a token requested in %s verifies against the published keys', async (_format, init) => {
  const server = await start();
  const { status, body } = await askForToken(server, init);
  expect({ status, body }).toMatchObject({
    status: 200,
    body: { token_type: 'Bearer', expires_in: 900 },
  });
  const { payload } = await verify(String(body['access_token']), server);
  expect(payload).toMatchObject(ALICE.claims);
  expect((payload.exp ?? 0) - (payload.iat ?? 0)).toBe(900);
});

test.each([
  ['an unknown account', { body: new URLSearchParams({ account: 'mallory' }) }],
  ['no account', {}],
  ['an account that is no name', json('{"account":{}}')],
  ['no JSON', json('{')],
])('%s is rejected with the existing names', async (_fault, init) => {
  const { status, body } = await askForToken(await start(), init);
  expect(status).toBe(400);
  expect(body['error_description']).toMatch(/one of: alice\.$/);
});

test('only public halves of the keys are published', async () => {
  const server = await start();
  const response = await fetch(`${server.url}/exchange`);
  const { keys } = (await response.json()) as { keys: object[] };
  expect(keys.map((key) => Object.keys(key).sort())).toEqual([
    ['alg', 'e', 'kid', 'kty', 'n', 'use'],
  ]);
});

test('a rotation signs with a new key, and tokens of the old one still verify', async () => {
  const server = await start();
  const before = await server.mint(ALICE.claims);
  const kid = await server.rotate();
  const after = await server.mint(ALICE.claims);
  expect((await verify(after, server)).protectedHeader.kid).toBe(kid);
  expect((await verify(before, server)).protectedHeader.kid).not.toBe(kid);
});

test('tokens stay valid after a restart, because the keys are kept in a file that only their owner can read', async () => {
  const first = await start();
  const token = await first.mint(ALICE.claims);
  await first.stop();
  const second = await start();
  await expect(verify(token, second, first.issuer)).resolves.toBeDefined();
  expect(statSync(join(folder, 'keys.json')).mode & 0o777).toBe(0o600);
});

test('a key set is found under its own client id only', async () => {
  const server = await start();
  expect((await fetch(`${server.url}/another-client`)).status).toBe(404);
});
