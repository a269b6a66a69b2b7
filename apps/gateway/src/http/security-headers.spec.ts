import { beforeAll, describe, expect, test } from '@jest/globals';
import { useGateway } from '../testing/gateway-fixture.js';

const PATH = '/v1/products';

const gateway = useGateway();
let bearer: string;

beforeAll(async () => {
  bearer = await gateway.bearer();
});

describe('a response is never cached, and its content type never sniffed', () => {
  test.each([
    ['of a service', 200, PATH, () => ({ authorization: bearer })],
    ['to an unknown path', 404, '/nothing', () => ({ authorization: bearer })],
    ['without a token', 401, PATH, () => ({})],
    ['of the gateway itself', 200, '/health', () => ({})],
  ] as const)('%s', async (_case, status, path, headers) => {
    const answer = await gateway.send(path, { headers: headers() });
    expect(answer.status).toBe(status);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    expect(answer.headers.get('content-security-policy')).toMatch(/^default-src 'none';/);
  });

  test('also when the service sets other headers', async () => {
    gateway.service.answer = (_received, response) =>
      response.setHeader('cache-control', 'public').end('{}');
    const answer = await gateway.get(PATH, bearer);
    gateway.service.answer = (_received, response) => response.end('{}');
    expect(answer.headers.get('cache-control')).toBe('no-store');
  });
});

test.each([undefined, 'Bearer not-a-token'])(
  'a 401 names the scheme: %s',
  async (authorization) => {
    const answer = await gateway.get(PATH, authorization);
    expect([answer.status, answer.headers.get('www-authenticate')]).toEqual([401, 'Bearer']);
  },
);

test('Strict-Transport-Security is sent only when it is configured', async () => {
  const header = async () =>
    (await gateway.get('/health')).headers.get('strict-transport-security');
  expect(await header()).toBeNull();
  await gateway.restart({ HSTS_MAX_AGE_SECONDS: '31536000' });
  expect(await header()).toBe('max-age=31536000; includeSubDomains');
});

test('the reference page may run only its own scripts, and not be framed', async () => {
  const policy = (await gateway.get('/docs/reference/')).headers.get('content-security-policy');
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain("script-src 'self';");
  expect(policy).toContain("frame-ancestors 'none'");
});
