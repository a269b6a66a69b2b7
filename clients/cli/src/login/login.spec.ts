import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { decodeJwt } from 'jose';
import Provider from 'oidc-provider';
import { Browser } from '../testing/browser.js';
import { authorizationCode } from './authorization-code.js';
import { deviceCode } from './device-code.js';
import { discover, type Registration, type Tokens } from './identity-provider.js';
import { sessionToken } from './session-token.js';

const RESOURCE = 'urn:exchange';
const PARAMETERS = { scope: 'openid', resource: RESOURCE };
const TOKEN_SECONDS = 900;

let server: Server;
let registration: Registration;

beforeAll(async () => {
  // The library reports each setting that a production system must change.
  jest.spyOn(console, 'info').mockReturnValue();
  jest.spyOn(console, 'warn').mockReturnValue();
  server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const answer = providerAt(issuer).callback();
  server.on('request', (request, response) => {
    answer(request, response).catch((error: unknown) => response.destroy(error as Error));
  });
  registration = { issuer, clientId: 'ndx' };
});

afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await once(server, 'close');
});

/** An identity provider with its own sign-in pages, which accept any user. */
function providerAt(issuer: string): Provider {
  const grants = ['authorization_code', 'refresh_token'];
  const client = { token_endpoint_auth_method: 'none', application_type: 'native' } as const;
  return new Provider(issuer, {
    clients: [
      {
        ...client,
        client_id: 'ndx',
        grant_types: [...grants, 'urn:ietf:params:oauth:grant-type:device_code'],
        redirect_uris: ['http://127.0.0.1/callback'],
      },
      {
        ...client,
        client_id: 'another',
        grant_types: grants,
        redirect_uris: ['http://127.0.0.1/elsewhere'],
      },
    ],
    pkce: { required: () => true },
    issueRefreshToken: () => Promise.resolve(true),
    cookies: { keys: ['of this test'] },
    ttl: { AccessToken: TOKEN_SECONDS },
    features: {
      deviceFlow: { enabled: true },
      resourceIndicators: {
        enabled: true,
        useGrantedResource: () => true,
        getResourceServerInfo: () => ({
          scope: '',
          audience: 'exchange',
          accessTokenFormat: 'jwt',
          accessTokenTTL: TOKEN_SECONDS,
        }),
      },
    },
  });
}

/** Signs in like the command, with a browser that fills in the forms of the provider. */
async function signIn(parameters: Readonly<Record<string, string>> = PARAMETERS): Promise<Tokens> {
  const provider = await discover(registration);
  let browsing: Promise<unknown> = Promise.resolve();
  const tokens = await authorizationCode(provider, {
    port: 0,
    parameters,
    show: (address) => {
      browsing = new Browser().signIn(address, 'clerk');
    },
  });
  expect(await browsing).toMatch('You are logged in');
  return tokens;
}

test('a browser signs in with code and PKCE, and gets an access token of the interface', async () => {
  const tokens = await signIn();
  expect(decodeJwt(tokens.accessToken)).toMatchObject({
    iss: registration.issuer,
    aud: 'exchange',
    client_id: 'ndx',
    sub: 'clerk',
  });
  expect(tokens.refreshToken).toEqual(expect.any(String));
});

test('a browser on another machine signs in with a code', async () => {
  const provider = await discover(registration);
  let browsing: Promise<unknown> = Promise.resolve();
  const tokens = await deviceCode(provider, {
    parameters: PARAMETERS,
    show: (address) => {
      browsing = new Browser().signIn(address, 'clerk');
    },
  });
  await browsing;
  expect(decodeJwt(tokens.accessToken)).toMatchObject({ aud: 'exchange', sub: 'clerk' });
});

test('a session renews its token, and stores the next refresh token', async () => {
  let stored = await signIn();
  const first = stored;
  const store = {
    read: () => Promise.resolve(stored),
    write: async (tokens: Tokens) => {
      stored = tokens;
    },
  };
  const token = sessionToken(registration, store);
  expect(await token()).toBe(first.accessToken);
  const second = await token(first.accessToken);
  expect(second).not.toBe(first.accessToken);
  expect(stored.accessToken).toBe(second);
  expect(stored.refreshToken).not.toBe(first.refreshToken);

  const third = await sessionToken(registration, store)(second);
  expect(third).toBe(second);
  stored = { ...stored, expiresAt: Date.now() };
  expect(await sessionToken(registration, store)()).not.toBe(second);
});

test('a refresh token that another process has used is not an error', async () => {
  const first = await signIn();
  let stored = first;
  const write = async (tokens: Tokens) => {
    stored = tokens;
  };
  await sessionToken(registration, { read: () => Promise.resolve(stored), write })(undefined);
  const expired = { ...first, expiresAt: Date.now() };
  // The other process stores its tokens between the read and the refresh of this one.
  await sessionToken(registration, { read: () => Promise.resolve(expired), write })();
  const reads = [expired, stored];
  const late = sessionToken(registration, {
    read: async () => reads.shift() ?? stored,
    write,
  });
  expect(await late()).toBe(stored.accessToken);
});

test.each([
  ['an opaque token', () => signIn({ scope: 'openid' }), /not a JWT/, /--param/],
  [
    'a device code that the provider does not offer',
    async () => {
      const provider = await discover({ ...registration, clientId: 'another' });
      return deviceCode(provider, { parameters: PARAMETERS, show: () => undefined });
    },
    /./,
    /--client-id/,
  ],
  [
    'a session that has ended at the provider',
    () => {
      const ended = { accessToken: '', refreshToken: 'revoked', expiresAt: 0 };
      const store = { read: () => Promise.resolve(ended), write: () => Promise.resolve() };
      return sessionToken(registration, store)();
    },
    /refused: invalid_grant/,
    /Log in again/,
  ],
])('%s is an error with the next step', async (_case, login, message, hint) => {
  await expect(login()).rejects.toMatchObject({
    errorClass: 'authentication',
    message: expect.stringMatching(message),
    hint: expect.stringMatching(hint),
  });
});
