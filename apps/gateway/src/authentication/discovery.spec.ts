import { createServer } from 'node:https';
import { type AddressInfo } from 'node:net';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { eventually, startHttpServer, TestAuthority, type TestHttpServer } from '@ndx/testing';
import type { RunningGateway } from '../boot-gateway.js';
import { CLAIMS, GatewayFixture, seen } from '../testing/gateway-fixture.js';
import { GatewayProcess } from '../testing/gateway-process.js';
import { discoverKeySet } from './discovery.js';

const PATH = '/v1/products';
const DOCUMENT = '/.well-known/openid-configuration';
const UNAVAILABLE = { status: 500, body: { detail: 'Authentication service is unavailable' } };

let fixture: GatewayFixture;
let issuer: TestHttpServer;
/** The answer of the issuer; none: it closes the connection. */
let stated: object | undefined;
let gateway: RunningGateway;

/** Without an address of the key set. */
const variables = () => ({ JWKS_URL: '', TOKEN_ISSUER: issuer.url, KEY_SET_REFRESH_MS: '100' });
const document = () => ({ issuer: issuer.url, jwks_uri: fixture.keySet.url });

beforeEach(async () => {
  fixture = await GatewayFixture.start({ REJECTED_CREDENTIALS_PER_MINUTE: '0' });
  issuer = await startHttpServer((request, response) => {
    if (stated === undefined) request.socket.destroy();
    else if (request.url !== DOCUMENT) response.writeHead(404).end('{}');
    else response.end(JSON.stringify(stated));
  });
  stated = document();
  gateway = await fixture.another(variables());
});

afterEach(async () => {
  await gateway.close();
  await issuer.stop();
  await fixture.stop();
});

const tokenOf = (sub: string) =>
  fixture.issuer.exact({}, { ...fixture.issuer.claimsOf(CLAIMS), sub, iss: issuer.url });
const send = (token: string) =>
  fetch(gateway.url + PATH, { headers: { authorization: `Bearer ${token}` } });
const statusOf = async (token: string) => (await send(token)).status;
const readiness = async () => {
  const response = await fetch(`${gateway.url}/health/ready`);
  return { status: response.status, text: await response.text() };
};

test('a gateway without an address of the key set finds it at the issuer', async () => {
  expect(await statusOf(tokenOf('one'))).toBe(200);
  expect((await readiness()).status).toBe(200);
});

test('a moved key set is found, and the keys at its former address are not used', async () => {
  const token = tokenOf('one');
  expect(await statusOf(token)).toBe(200);
  const moved = await startHttpServer((_request, response) => response.end('{"keys":[]}'));
  stated = { ...document(), jwks_uri: moved.url };
  await eventually(async () => expect(await statusOf(token)).toBe(401));
  stated = document();
  await eventually(async () => expect(await statusOf(token)).toBe(200));
  await moved.stop();
});

test('an issuer that stops answering withdraws nothing', async () => {
  const token = tokenOf('one');
  expect(await statusOf(token)).toBe(200);
  stated = undefined;
  const failed = async () =>
    /refreshes_total\{outcome="failed".* [2-9]$/m.test(
      await (await fetch(`${gateway.metricsUrl ?? ''}/metrics`)).text(),
    );
  await eventually(async () => expect(await failed()).toBe(true));
  expect([await statusOf(token), await statusOf(tokenOf('two'))]).toEqual([200, 200]);
});

describe('a gateway accepts no token and is not ready', () => {
  test.each<[string, () => object | undefined, RegExp]>([
    ['its issuer does not answer', () => undefined, /cannot be read .*openid-configuration/],
    ['the document is a list', () => [], /it is not an object/],
    [
      'the document is of another issuer',
      () => ({ ...document(), issuer: `${issuer.url}/` }),
      /states the issuer .*\/", and not "/,
    ],
    ['the document names no issuer', () => ({ jwks_uri: fixture.keySet.url }), /the issuer undef/],
    ['the document names no key set', () => ({ issuer: issuer.url }), /states the key set undef/],
    [
      'the key set is a file',
      () => ({ ...document(), jwks_uri: 'file:///etc/passwd' }),
      /states the key set .*file:.* not an address with https:\/\/ or http:\/\//,
    ],
  ])('while %s', async (_case, answer, reason) => {
    await gateway.close();
    stated = answer();
    gateway = await fixture.another(variables());
    const token = tokenOf('one');
    expect(await seen(send(token))).toEqual(UNAVAILABLE);
    const { status, text } = await readiness();
    expect(status).toBe(503);
    expect(JSON.parse(text)).toMatchObject({
      problems: [expect.stringMatching(/^the key set cannot be read: /)],
    });
    expect(text.replaceAll('\\"', '"')).toMatch(reason);
    stated = document();
    await eventually(async () => expect(await statusOf(token)).toBe(200));
    expect((await readiness()).status).toBe(200);
  });
});

test('the reason is a warning in the log, once', async () => {
  stated = undefined;
  const started = await GatewayProcess.start({
    ...fixture.env,
    ...variables(),
    LOG_LEVEL: 'info',
  });
  try {
    const warnings = () => started.lines.filter(({ level }) => level === 40);
    for (let n = 0; n < 3; n += 1) await (await fetch(`${started.url}/health/ready`)).text();
    await eventually(() => expect(warnings()).not.toEqual([]));
    expect(warnings()).toEqual([
      expect.objectContaining({ msg: 'no key set; accepting no token until it is read' }),
    ]);
  } finally {
    await started.stop();
  }
});

describe('the key set of an issuer with https', () => {
  test.each([
    ['with http', (url: string) => url.replace('https:', 'http:'), false],
    ['with https', (url: string) => url, true],
  ])('has an address %s', async (_case, addressOf, isAccepted) => {
    const authority = await TestAuthority.create();
    const { certificate: cert, key } = await authority.issue('127.0.0.1');
    const before = getCACertificates();
    setDefaultCACertificates([...before, authority.certificate]);
    const server = createServer({ cert, key }, (_request, response) => {
      response.end(JSON.stringify({ issuer: url, jwks_uri: `${addressOf(url)}/keys` }));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const url = `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
    try {
      const found = discoverKeySet(url);
      if (isAccepted) expect(await found).toBe(`${url}/keys`);
      else await expect(found).rejects.toThrow(/not an address with https:\/\/$/);
    } finally {
      setDefaultCACertificates(before);
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    }
  });
});

test('a redirect of the document is not followed', async () => {
  const other = await startHttpServer((_request, response) => {
    response.writeHead(302, { location: issuer.url + DOCUMENT }).end();
  });
  await expect(discoverKeySet(other.url)).rejects.toThrow(/cannot be read/);
  await other.stop();
});

test.each([
  [{ TOKEN_ISSUER: 'a-name' }, false],
  [{ TOKEN_ISSUER: 'http://id.example', ENVIRONMENT: 'production' }, false],
  [{ TOKEN_ISSUER: 'https://id.example', ENVIRONMENT: 'production' }, true],
])(
  'a gateway without an address starts with an issuer at an address: %j',
  async (given, starts) => {
    const started = fixture.another({ JWKS_URL: '', ...given });
    if (starts) await (await started).close();
    else
      await expect(started).rejects.toThrow('JWKS_URI, ENVIRONMENT: without an address of the key');
  },
);
