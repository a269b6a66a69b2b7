import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { PRODUCTS, TEMPLATES } from '@ndx/catalog';
import { serviceVariable, STATEFUL_SERVICE_NAMES } from '@ndx/contracts';
import { GatewayFixture, seen } from '../testing/gateway-fixture.js';
import { StandInService } from '../testing/stand-in-service.js';
import { ROUTES } from './routes.js';

let gateway: GatewayFixture;
let bearer: string;
const services = new Map<string, StandInService>();

beforeAll(async () => {
  const urls: Record<string, string> = {};
  for (const name of STATEFUL_SERVICE_NAMES.filter((service) => service !== 'entity')) {
    const service = await StandInService.start();
    services.set(name, service);
    urls[serviceVariable(name, 'URL')] = service.url;
  }
  gateway = await GatewayFixture.start({ ...urls, ENVIRONMENT: 'sandbox' });
  services.set('entity', gateway.service);
  bearer = await gateway.bearer();
});

beforeEach(() => {
  for (const service of services.values()) service.received.length = 0;
});

afterAll(async () => {
  await gateway.stop();
  for (const [name, service] of services) if (name !== 'entity') await service.stop();
});

/** The requests that each service received, as `service: METHOD url`. */
function received(): string[] {
  return [...services].flatMap(([name, service]) =>
    service.received.map(({ method, url }) => `${name}: ${method} ${url}`),
  );
}

const concrete = (path: string) => path.replaceAll(/\{\w+\}/g, 'some-id');

test.each(ROUTES.map((route) => [`${route.method} ${route.path}`, route] as const))(
  '%s reaches its service with its permission, and not without it',
  async (_name, { method, path, service, permission }) => {
    const send = async (permissions: string[]) => {
      const headers = { authorization: await gateway.bearer({ permissions }) };
      return (await gateway.send(concrete(path), { method, headers })).status;
    };
    expect(await send(permission === undefined ? [] : [permission])).toBe(200);
    if (permission !== undefined) expect(await send([])).toBe(403);
    expect(received()).toEqual([`${service}: ${method} ${concrete(path)}`]);
  },
);

test('an id of any length reaches its service', async () => {
  const id = 'x'.repeat(5_000);
  const answer = await gateway.get(`/v1/networks/${id}`, bearer);
  expect(answer.status).toBe(200);
  expect(received()).toEqual([`entity: GET /v1/networks/${id}`]);
});

test('no operation is declared twice', () => {
  const names = ROUTES.map(({ method, path }) => `${method} ${path}`);
  expect(new Set(names).size).toBe(names.length);
});

test('exactly the queries of the catalogue and their renewals are billable', () => {
  const queries = [
    ...PRODUCTS.flatMap(({ queryPath, watchPath }) => [queryPath, watchPath]),
    ...TEMPLATES.map(({ query }) => query.path),
  ];
  const billable = ROUTES.filter((route) => route.billable);
  expect(billable.map(({ method, path }) => `${method} ${path}`).sort()).toEqual(
    queries.map((path) => `POST ${path}`).sort(),
  );
});

describe('an unknown operation', () => {
  const OTHERS = [
    ['an unknown path', 'GET', '/v1/nothing'],
    ['the root', 'GET', '/'],
    ['another method', 'DELETE', '/v1/products'],
    ['HEAD where there is no GET', 'HEAD', '/v1/products/check'],
    ['OPTIONS', 'OPTIONS', '/v1/products'],
    ['a route between services', 'POST', '/internal/events'],
    ...[
      '/v1/..%2finternal/events',
      '//internal/events',
      '/INTERNAL/events',
      '/%69nternal/events',
      '/v1/../internal/events',
      '/v1/%2e%2e/internal/events',
      '/internal/events/',
      '/internal/events;x=1',
      '/internal/accounts/resolve',
    ].map((path) => ['a route between services in another writing', 'POST', path] as const),
    ["a service's metrics", 'GET', '/metrics'],
    ['an address that is not encoded', 'GET', '/v1/networks/%zz'],
    ['an address that is no UTF-8', 'GET', '/v1/networks/%ff'],
  ] as const;

  test.each(OTHERS)('is a 404 with authentication: %s', async (_case, method, path) => {
    const answer = await gateway.send(path, { method, headers: { authorization: bearer } });
    expect(answer.status).toBe(404);
    if (method !== 'HEAD') {
      expect(await answer.json()).toMatchObject({
        error_code: 'RESOURCE_NOT_FOUND',
        request_id: answer.headers.get('x-request-id'),
      });
    }
    expect(received()).toEqual([]);
  });

  test.each(OTHERS)('is a 401 without: %s', async (_case, method, path) => {
    expect((await gateway.send(path, { method })).status).toBe(401);
  });
});

describe('public access', () => {
  test('includes the reference page of the OpenAPI document', async () => {
    const page = await gateway.get('/docs/reference/');
    expect([page.status, page.headers.get('content-type')]).toEqual([
      200,
      expect.stringContaining('text/html'),
    ]);
  });

  test.each([
    '/docs/reference/static/..%2f..%2fpackage.json',
    '/docs/reference/static/%00',
    '/docs/reference/static/nothing.js',
  ])('returns an error for other paths: %s', async (path) => {
    const answer = await seen(gateway.get(path));
    expect(answer).toMatchObject({ body: { error_code: expect.any(String) } });
    expect([400, 403, 404]).toContain(answer.status);
  });
});
