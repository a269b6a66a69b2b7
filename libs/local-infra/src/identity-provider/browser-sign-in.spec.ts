import { createHash, randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createRemoteJWKSet, decodeJwt, jwtVerify } from 'jose';
import { LocalIdentityProvider } from './local-identity-provider.js';

const CONSOLE = 'http://127.0.0.1:8080/console';
const ALICE = { name: 'alice', claims: { sub: 'alice-1', org_id: 'first-bank', role: 'querier' } };
const BOB = { name: 'bob', claims: { sub: 'bob-1', org_id: 'second-bank', role: 'furnisher' } };

let provider: LocalIdentityProvider;

beforeAll(async () => {
  provider = await LocalIdentityProvider.start({
    clientId: 'exchange',
    accounts: [ALICE, BOB],
    consoleUrls: [CONSOLE],
    log: () => undefined,
  });
});

afterAll(() => provider.stop());

/** A browser without scripts: it follows redirects to the provider and keeps its cookies. */
class Browser {
  private readonly cookies = new Map<string, string>();

  /** The page, or the address outside the provider to which it redirects. */
  async open(url: string, init: RequestInit = {}): Promise<{ url: string; text: string }> {
    const cookie = [...this.cookies].map((pair) => pair.join('=')).join('; ');
    const response = await fetch(url, { ...init, headers: { cookie }, redirect: 'manual' });
    for (const text of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(text) ?? [];
      this.cookies.set(name, value);
    }
    const location = response.headers.get('location');
    if (location === null) return { url, text: await response.text() };
    const next = new URL(location, url).href;
    return next.startsWith(provider.url) ? this.open(next) : { url: next, text: '' };
  }

  select(page: { url: string }, account: string) {
    return this.submit(page.url, { account });
  }

  submit(url: string, form: Record<string, string>) {
    return this.open(url, { method: 'POST', body: new URLSearchParams(form) });
  }
}

function anAuthorization(change: Record<string, string> = {}) {
  const verifier = randomBytes(32).toString('base64url');
  const parameters = {
    client_id: 'exchange',
    redirect_uri: `${CONSOLE}/signed-in`,
    response_type: 'code',
    scope: 'openid offline_access',
    state: 'state-1',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    ...change,
  };
  return {
    verifier,
    url: `${provider.url}/authorize?${new URLSearchParams(parameters).toString()}`,
  };
}

async function exchange(form: Record<string, string>) {
  const body = new URLSearchParams({ client_id: 'exchange', ...form });
  const response = await fetch(`${provider.url}/oauth/token`, {
    method: 'POST',
    body,
    headers: { origin: new URL(CONSOLE).origin },
  });
  return { response, body: (await response.json()) as Record<string, string> };
}

async function signIn(browser: Browser, account: string) {
  const { url, verifier } = anAuthorization();
  const { url: back } = await browser.select(await browser.open(url), account);
  return tokensOf(back, verifier);
}

function tokensOf(back: string, verifier: string) {
  const code = new URL(back).searchParams.get('code') ?? '';
  const redirect_uri = `${CONSOLE}/signed-in`;
  const grant_type = 'authorization_code';
  return exchange({ grant_type, code, redirect_uri, code_verifier: verifier });
}

test('the sign-in page has a button for each account', async () => {
  const { text } = await new Browser().open(anAuthorization().url);
  expect([...text.matchAll(/name="account" value="(\w+)"/g)].map(([, name]) => name)).toEqual([
    'alice',
    'bob',
  ]);
});

test('a sign-in ends with the token that the token endpoint issues to the account', async () => {
  const { body, response } = await signIn(new Browser(), 'bob');
  expect(response.headers.get('access-control-allow-origin')).toBe(new URL(CONSOLE).origin);
  const keys = createRemoteJWKSet(new URL(`${provider.url}/exchange`));
  const { payload } = await jwtVerify(body['access_token'] ?? '', keys, {
    algorithms: ['RS256'],
    audience: 'exchange',
    issuer: provider.issuer,
  });
  expect(payload).toMatchObject(BOB.claims);
  expect((payload.exp ?? 0) - (payload.iat ?? 0)).toBe(900);
});

test('a refresh token renews the access token', async () => {
  const { body } = await signIn(new Browser(), 'alice');
  const renewed = await exchange({
    grant_type: 'refresh_token',
    refresh_token: body['refresh_token'] ?? '',
  });
  expect(decodeJwt(renewed.body['access_token'] ?? '')).toMatchObject(ALICE.claims);
});

test('a signed-in browser gets a token without a sign-in page, after a rotation one of the new key', async () => {
  const browser = new Browser();
  await signIn(browser, 'alice');
  const kid = await provider.rotate();
  const { url, verifier } = anAuthorization();
  const { body } = await tokensOf((await browser.open(url)).url, verifier);
  const [header = ''] = (body['access_token'] ?? '').split('.');
  expect(JSON.parse(Buffer.from(header, 'base64url').toString())).toMatchObject({ kid });
});

test('an account that does not exist is not signed in', async () => {
  const browser = new Browser();
  const { text } = await browser.select(await browser.open(anAuthorization().url), 'mallory');
  expect(text).toContain('value="alice"');
});

test.each([
  ['an address that is not the console', { redirect_uri: 'https://attacker.example/signed-in' }],
  ['another client', { client_id: 'another-client' }],
])('%s gets no code', async (_case, change) => {
  const { url, text } = await new Browser().open(anAuthorization(change).url);
  expect(url).toContain(provider.url);
  expect(text).toContain('Sign-in failed');
});

test('a code without its PKCE verifier is rejected', async () => {
  const browser = new Browser();
  const { url: back } = await browser.select(await browser.open(anAuthorization().url), 'alice');
  const { response, body } = await tokensOf(back, 'a'.repeat(43));
  expect([response.status, body['error']]).toEqual([400, 'invalid_grant']);
});

test('a sign-in without a PKCE challenge is rejected', async () => {
  const { url } = anAuthorization();
  const plain = new URL(url);
  plain.searchParams.delete('code_challenge');
  plain.searchParams.delete('code_challenge_method');
  expect((await new Browser().open(plain.href)).url).toContain('error=invalid_request');
});

const NATIVE = { client_id: 'ndx', redirect_uri: 'http://127.0.0.1:41234/callback' };

test('a program on the machine of the user signs in with any port of the loopback address', async () => {
  const browser = new Browser();
  const { url, verifier } = anAuthorization(NATIVE);
  const { url: back } = await browser.select(await browser.open(url), 'bob');
  expect(back).toContain(`${NATIVE.redirect_uri}?`);
  const code = new URL(back).searchParams.get('code') ?? '';
  const grant = { grant_type: 'authorization_code', code, code_verifier: verifier };
  const { body } = await exchange({ ...NATIVE, ...grant });
  expect(decodeJwt(body['access_token'] ?? '')).toMatchObject({ aud: 'exchange', ...BOB.claims });
  expect(body['refresh_token']).toEqual(expect.any(String));
});

test('the sign-in of a program shows the accounts even if the browser is signed in', async () => {
  const browser = new Browser();
  await signIn(browser, 'alice');
  const { url, text } = await browser.open(anAuthorization(NATIVE).url);
  expect(url).toContain(provider.url);
  expect(text).toContain('value="alice"');
});

test.each(['http://localhost.attacker.example/callback', 'http://127.0.0.1:41234/elsewhere'])(
  'a program gets no code at %s',
  async (redirect_uri) => {
    const { text } = await new Browser().open(anAuthorization({ ...NATIVE, redirect_uri }).url);
    expect(text).toContain('Sign-in failed');
  },
);

test('a user confirms the code of a device and selects an account', async () => {
  const device = await startDevice();
  const pending = await exchange(device.grant);
  expect(pending.body['error']).toBe('authorization_pending');

  const browser = new Browser();
  const input = await browser.open(`${provider.url}/device`);
  const wrong = await browser.submit(input.url, { ...hiddenIn(input), user_code: 'BBBB-BBBB' });
  expect(wrong.text).toContain('The code is unknown, used or expired.');
  const confirm = await browser.submit(input.url, {
    ...hiddenIn(wrong),
    user_code: device.userCode,
  });
  expect(confirm.text).toContain(device.userCode);
  const accounts = await browser.submit(input.url, hiddenIn(confirm));
  const { text } = await browser.select(accounts, 'alice');
  expect(text).toContain('Return to the terminal.');

  const { body } = await exchange(device.grant);
  expect(decodeJwt(body['access_token'] ?? '')).toMatchObject({ aud: 'exchange', ...ALICE.claims });
});

async function startDevice() {
  const response = await fetch(`${provider.url}/device/auth`, {
    method: 'POST',
    body: new URLSearchParams({ client_id: 'ndx', scope: 'openid offline_access' }),
  });
  const { device_code = '', user_code: userCode = '' } = (await response.json()) as Record<
    string,
    string
  >;
  const grant_type = 'urn:ietf:params:oauth:grant-type:device_code';
  return { userCode, grant: { client_id: 'ndx', grant_type, device_code } };
}

/** The values that a form sends without the user. */
function hiddenIn({ text }: { text: string }): Record<string, string> {
  const inputs = text.matchAll(/type="hidden" name="(\w+)" value="([^"]*)"/g);
  return Object.fromEntries([...inputs].map(([, name = '', value = '']) => [name, value]));
}
