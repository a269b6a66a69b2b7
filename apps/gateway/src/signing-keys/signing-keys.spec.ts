import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { readSigningKeys, type PublishedKey } from '@ndx/api';
import { STATEFUL_SERVICE_NAMES } from '@ndx/contracts';
import { ServiceClients } from '@ndx/service';
import { testSigner } from '@ndx/service/testing';
import { createLogger } from '@ndx/telemetry';
import { startHttpServer, type TestHttpServer } from '@ndx/testing';
import { GatewayFixture, seen } from '../testing/gateway-fixture.js';
import { SigningKeyHistory } from './signing-key-history.js';

const { path: PATH } = readSigningKeys;

const KEY = {
  ...{ kty: 'OKP', crv: 'Ed25519', alg: 'EdDSA', use: 'sig', kid: 'a', x: 'b' },
  ...{ service: 'consent', purpose: 'answers', from: null, until: null },
} as const satisfies PublishedKey;

let gateway: GatewayFixture;
let consent: TestHttpServer;
let isConsentAway: boolean;
let readings: number;

beforeEach(async () => {
  isConsentAway = false;
  readings = 0;
  consent = await startHttpServer((request, response) => {
    readings += 1;
    if (isConsentAway || request.url !== '/internal/signing-keys') request.socket.destroy();
    else response.end(JSON.stringify({ keys: [KEY] }));
  });
  gateway = await GatewayFixture.start({ CONSENT_URL: consent.url });
  gateway.service.answer = (_received, response) => response.end('{"keys":[]}');
});

afterEach(async () => {
  await gateway.stop();
  await consent.stop();
});

test('the keys of all services are public and cacheable', async () => {
  const answer = await gateway.get(PATH);
  expect(answer.status).toBe(200);
  expect(await answer.json()).toEqual({ keys: [KEY] });
  expect(answer.headers.get('cache-control')).toBe('public, max-age=300');
  const etag = String(answer.headers.get('etag'));
  expect((await gateway.get(PATH, undefined, { 'if-none-match': etag })).status).toBe(304);
  expect(gateway.service.received.map(({ url }) => url)).toEqual(
    STATEFUL_SERVICE_NAMES.slice(1).map(() => '/internal/signing-keys'),
  );
});

test('any number of requests reads them once', async () => {
  await Promise.all(Array.from({ length: 20 }, () => gateway.get(PATH)));
  await gateway.get(PATH);
  expect(readings).toBe(1);
});

test('a history that lacks a service is not published, and is complete once it responds', async () => {
  isConsentAway = true;
  expect(await seen(gateway.get(PATH))).toMatchObject({
    status: 500,
    body: { error_code: 'OPERATION_FAILED' },
  });
  isConsentAway = false;
  expect((await gateway.get(PATH)).status).toBe(200);
});

test('an answer of another shape is not published', async () => {
  await gateway.restart({ CONSENT_URL: gateway.service.url, POLICY_URL: gateway.service.url });
  gateway.service.answer = (_received, response) => response.end('{"keys":[{"kid":"a"}]}');
  expect((await gateway.get(PATH)).status).toBe(500);
});

test('the last keys of a service stay published while it does not respond', async () => {
  const addresses = STATEFUL_SERVICE_NAMES.map((name) => [name, consent.url] as const);
  const services = new ServiceClients(new Map(addresses));
  const logger = createLogger('gateway', 'silent');
  let now = 0;
  const history = new SigningKeyHistory(services, testSigner('gateway'), logger, () => now);
  const published = await history.read();
  isConsentAway = true;
  now = 60_000;
  const again = await history.read();
  expect(again).toEqual(published);
  expect(readings).toBeGreaterThan(STATEFUL_SERVICE_NAMES.length);
  await services.close();
});
