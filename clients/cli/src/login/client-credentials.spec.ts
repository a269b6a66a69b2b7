import { createHash, generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { clientCredentials, createNdxClient, type ClientCredentials } from '@ndx/client';
import { privateKeyFile } from '@ndx/client/node';
import {
  calculateJwkThumbprint,
  decodeJwt,
  decodeProtectedHeader,
  EmbeddedJWK,
  jwtVerify,
  type JWK,
} from 'jose';
import Provider, { type ClientMetadata } from 'oidc-provider';
import { ownCredentials } from '../session.js';

const PARAMETERS = { resource: 'urn:exchange' };
const folder = mkdtempSync(join(tmpdir(), 'keys-'));

const keys = {
  ES256: generateKeyPairSync('ec', { namedCurve: 'P-256' }),
  PS256: generateKeyPairSync('rsa', { modulusLength: 2_048 }),
  EdDSA: generateKeyPairSync('ed25519'),
};
type Algorithm = keyof typeof keys;

let provider: Server;
let issuer: string;
/** Receives the requests of the interface, and publishes the keys of the clients. */
let exchange: Server;
let exchangeUrl: string;
const received: IncomingMessage[] = [];
const statuses: number[] = [];

async function listening(server: Server): Promise<string> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** A client for each algorithm of its key, and one whose tokens are not bound. */
function registered(): ClientMetadata[] {
  return (Object.keys(keys) as Algorithm[]).map((alg) => ({
    client_id: alg,
    grant_types: ['client_credentials'],
    redirect_uris: [],
    response_types: [],
    token_endpoint_auth_method: 'private_key_jwt' as const,
    token_endpoint_auth_signing_alg: alg,
    dpop_bound_access_tokens: true,
    jwks_uri: `${exchangeUrl}/keys/${alg}`,
  }));
}

beforeAll(async () => {
  // The library reports each setting that a production system must change.
  jest.spyOn(console, 'info').mockReturnValue();
  jest.spyOn(console, 'warn').mockReturnValue();
  exchange = createServer((request, response) => {
    const [, alg] = /^\/keys\/(\w+)$/.exec(request.url ?? '') ?? [];
    if (alg !== undefined) {
      const jwk = { ...keys[alg as Algorithm].publicKey.export({ format: 'jwk' }), kid: alg };
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ keys: [jwk] }));
      return;
    }
    received.push(request);
    response.writeHead(statuses.shift() ?? 200, { 'content-type': 'application/json' });
    response.end('{}');
  });
  exchangeUrl = await listening(exchange);
  provider = createServer();
  issuer = await listening(provider);
  const server = new Provider(issuer, {
    clients: registered(),
    features: {
      clientCredentials: { enabled: true },
      dPoP: {
        enabled: true,
        nonceSecret: Buffer.alloc(32, 7),
        requireNonce: () => true,
      },
      resourceIndicators: {
        enabled: true,
        getResourceServerInfo: () => ({
          ...{ scope: '', audience: 'exchange', accessTokenFormat: 'jwt', accessTokenTTL: 900 },
        }),
      },
    },
  });
  const answer = server.callback();
  provider.on('request', (request, response) => {
    answer(request, response).catch((error: unknown) => response.destroy(error as Error));
  });
});

afterAll(async () => {
  rmSync(folder, { recursive: true });
  for (const server of [provider, exchange]) {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  }
});

function fileOf(name: string, text: string, mode = 0o600): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  chmodSync(path, mode);
  return path;
}

const pemOf = (alg: Algorithm) => keys[alg].privateKey.export({ type: 'pkcs8', format: 'pem' });

async function credentialsOf(alg: Algorithm): Promise<ClientCredentials> {
  const key = await privateKeyFile(fileOf(`${alg}.pem`, pemOf(alg)));
  return clientCredentials({ issuer, clientId: alg, key, parameters: PARAMETERS });
}

describe('a program gets tokens with its key', () => {
  test.each(['ES256', 'PS256', 'EdDSA'] as const)('of %s, and proves each attempt', async (alg) => {
    received.length = 0;
    statuses.push(503);
    const retry = { baseDelayMs: 0 };
    const ndx = createNdxClient({ baseUrl: exchangeUrl, ...(await credentialsOf(alg)), retry });
    await ndx.listNetworks({ query: { limit: 5 } });
    const ids = new Set<unknown>();
    expect(received).toHaveLength(2);
    for (const { headers } of received) {
      const [scheme, token = ''] = (headers.authorization ?? '').split(' ');
      const proof = String(headers['dpop']);
      const { payload } = await jwtVerify(proof, EmbeddedJWK, { typ: 'dpop+jwt' });
      expect([scheme, decodeJwt(token)]).toMatchObject(['DPoP', { client_id: alg }]);
      const thumbprint = await calculateJwkThumbprint(decodeProtectedHeader(proof).jwk as JWK);
      expect(decodeJwt(token)).toMatchObject({ cnf: { jkt: thumbprint } });
      expect(payload).toMatchObject({
        htm: 'GET',
        htu: `${exchangeUrl}/v1/networks`,
        ath: createHash('sha256').update(token).digest('base64url'),
      });
      ids.add(payload.jti);
    }
    expect(ids.size).toBe(2);
  });

  test('as a JWK with its id', async () => {
    const jwk = { ...keys.ES256.privateKey.export({ format: 'jwk' }), kid: 'ES256' };
    const key = await privateKeyFile(fileOf('key.json', JSON.stringify(jwk)));
    expect(key.keyId).toBe('ES256');
    const { token } = await clientCredentials({
      ...{ issuer, clientId: 'ES256', key, parameters: PARAMETERS },
    });
    expect(decodeJwt(await token())).toMatchObject({ sub: 'ES256' });
  });
});

describe('an encrypted key', () => {
  const PASSPHRASE = 'of-the-nightly-job';
  const fileWith = (options: object) =>
    fileOf('encrypted.pem', keys.ES256.privateKey.export({ format: 'pem', ...options } as never));
  const encrypted = (passphrase = PASSPHRASE) =>
    fileWith({ type: 'pkcs8', cipher: 'aes-256-cbc', passphrase });

  test.each([
    ['PKCS 8', () => encrypted()],
    ['SEC 1', () => fileWith({ type: 'sec1', cipher: 'aes-256-cbc', passphrase: PASSPHRASE })],
  ])('gets tokens with its passphrase: %s', async (_form, make) => {
    const key = await privateKeyFile(make(), { passphrase: PASSPHRASE });
    const { token } = await clientCredentials({
      ...{ issuer, clientId: 'ES256', key, parameters: PARAMETERS },
    });
    expect(decodeJwt(await token())).toMatchObject({ sub: 'ES256' });
  });

  test('asks a function for its passphrase, and a key in clear text does not', async () => {
    let asked = 0;
    const passphrase = async () => {
      asked += 1;
      return PASSPHRASE;
    };
    await privateKeyFile(fileOf('clear.pem', pemOf('ES256')), { passphrase });
    expect(asked).toBe(0);
    expect((await privateKeyFile(encrypted(), { passphrase })).algorithm).toBe('ES256');
    expect(asked).toBe(1);
  });

  test.each([
    ['without a passphrase', undefined, /\.pem is encrypted, and needs its passphrase$/],
    ['with a wrong passphrase', 'guessed', /\.pem cannot be decrypted with this passphrase$/],
    ['with an empty passphrase', '', /\.pem cannot be decrypted with this passphrase$/],
  ])('is refused %s, in one sentence', async (_case, passphrase, message) => {
    await expect(privateKeyFile(encrypted(), { passphrase })).rejects.toThrow(message);
  });

  test('is decrypted by the command line with NDX_KEY_PASSPHRASE', async () => {
    const login = { issuer, clientId: 'ES256', keyFile: encrypted(), parameters: PARAMETERS };
    const tokenWith = async (NDX_KEY_PASSPHRASE: string) => {
      const variables = { ...process.env, NDX_KEY_PASSPHRASE };
      const replaced = jest.replaceProperty(process, 'env', variables);
      try {
        return decodeJwt(await (await ownCredentials(login, {})).token());
      } finally {
        replaced.restore();
      }
    };
    expect(await tokenWith(PASSPHRASE)).toMatchObject({ sub: 'ES256' });
    await expect(tokenWith('guessed')).rejects.toMatchObject({
      errorClass: 'authentication',
      message: expect.stringMatching(/cannot be decrypted with this passphrase$/),
    });
  });
});

test.each([
  ['that its group may read', () => fileOf('group.pem', pemOf('ES256'), 0o640), /chmod 600/],
  ['that anyone may read', () => fileOf('all.pem', pemOf('ES256'), 0o604), /chmod 600/],
  ['without a key', () => fileOf('text.pem', 'secret-of-the-bank'), /no private key in PEM/],
  ['with a damaged JWK', () => fileOf('bad.json', '{"d":"secret-of-the-bank'), /no private key/],
  [
    'with a public key',
    () => fileOf('pub.json', JSON.stringify(keys.ES256.publicKey.export({ format: 'jwk' }))),
    /not a private key/,
  ],
  [
    'with a short key of RSA',
    () => {
      const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 1_024 });
      return fileOf('short.pem', privateKey.export({ type: 'pkcs8', format: 'pem' }));
    },
    /at least 2048 bits/,
  ],
])('a file %s is refused, without its content', async (_case, make, message) => {
  const error: unknown = await privateKeyFile(make()).catch((thrown: unknown) => thrown);
  expect(String(error)).toMatch(message);
  expect(String(error)).not.toContain('secret-of-the-bank');
});

test('a key that the provider does not know gets no token', async () => {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' });
  const key = await privateKeyFile(fileOf('unknown.pem', pem));
  const options = { issuer, clientId: 'ES256', key, parameters: PARAMETERS };
  const { token } = await clientCredentials(options);
  await expect(token()).rejects.toThrow(/invalid_client/);
});

test.each([
  ['clear text to another machine', 'http://sign-in.example', /not an https/],
  ['another issuer than the document', () => `${issuer}/`, /names another issuer/],
])('the discovery refuses %s', async (_case, given, message) => {
  const key = await privateKeyFile(fileOf('key.pem', pemOf('ES256')));
  const named = typeof given === 'string' ? given : given();
  await expect(clientCredentials({ issuer: named, clientId: 'ES256', key })).rejects.toThrow(
    message,
  );
});
