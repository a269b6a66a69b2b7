import { afterEach, describe, expect, test } from '@jest/globals';
import { newId, serviceVariable, STATEFUL_SERVICE_NAMES } from '@ndx/contracts';
import { PRINCIPAL_VARIABLES } from '@ndx/service/testing';
import { request } from 'undici';
import { loadGatewayConfig } from '../gateway.config.js';
import { ROUTES } from '../routing/routes.js';
import { ACCOUNT, GatewayFixture } from '../testing/gateway-fixture.js';

const READ = '/v1/products';
const QUERY = ROUTES.find(({ billable }) => billable)?.path ?? 'there is none';

let gateway: GatewayFixture;
afterEach(() => gateway.stop());

async function start(requests: number, queries: number): Promise<void> {
  gateway = await GatewayFixture.start({
    RATE_LIMIT_REQUESTS_PER_MINUTE: String(requests),
    RATE_LIMIT_QUERIES_PER_MINUTE: String(queries),
    MAX_BODY_BYTES: '100',
  });
}

async function send(path: string, options: { body?: string; claims?: object } = {}) {
  const { body, claims = {} } = options;
  const method = path === READ ? 'GET' : 'POST';
  const authorization = await gateway.bearer({ ...claims });
  const answer = await gateway.send(path, {
    method,
    headers: { authorization },
    body: body ?? null,
  });
  return { status: answer.status, headers: answer.headers, text: await answer.text() };
}

/** The remaining quota of each bucket, by the response fields. */
function left(headers: Headers): Record<string, number> {
  const items = headers.get('ratelimit')?.matchAll(/"(\w+)";r=(\d+);t=\d+/g) ?? [];
  return Object.fromEntries([...items].map(([, name = '', r]) => [name, Number(r)]));
}

test('every response states the remaining quota, and then requests are rejected', async () => {
  await start(2, 9);
  const policy = '"requests";q=2;w=60, "queries";q=9;w=60';
  for (const remaining of [1, 0]) {
    const { status, headers } = await send(READ);
    expect(status).toBe(200);
    expect(headers.get('ratelimit-policy')).toBe(policy);
    expect(headers.get('ratelimit')).toMatch(
      new RegExp(`^"requests";r=${remaining};t=([1-9]|[1-5]\\d|60)$`),
    );
    expect(headers.has('retry-after')).toBe(false);
  }
  const { status, headers, text } = await send(READ);
  expect(status).toBe(429);
  expect(JSON.parse(text)).toEqual({
    detail: expect.any(String),
    error_code: 'RATE_LIMIT_EXCEEDED',
    reason: 'rate_limited',
    request_id: headers.get('x-request-id'),
  });
  expect(headers.get('ratelimit-policy')).toBe(policy);
  const [, seconds] = /^"requests";r=0;t=(\d+)$/.exec(headers.get('ratelimit') ?? '') ?? [];
  expect(Number(seconds)).toBeGreaterThan(0);
  expect(headers.get('retry-after')).toBe(seconds);
  expect(gateway.service.received).toHaveLength(2);
});

test('billable queries have a separate bucket', async () => {
  await start(9, 1);
  const first = await send(QUERY);
  expect([first.status, left(first.headers)]).toEqual([200, { requests: 8, queries: 0 }]);
  const second = await send(QUERY);
  expect([second.status, left(second.headers)]).toEqual([429, { requests: 7, queries: 0 }]);
  const other = await send(READ);
  expect([other.status, left(other.headers)]).toEqual([200, { requests: 6 }]);
  expect(gateway.service.received).toHaveLength(2);
});

describe('a query that is rejected earlier consumes no quota of queries', () => {
  test('for a missing permission', async () => {
    await start(9, 9);
    expect((await send(QUERY, { claims: { permissions: [] } })).status).toBe(403);
    expect(left((await send(QUERY)).headers)).toEqual({ requests: 7, queries: 8 });
  });

  test('for too many requests', async () => {
    await start(1, 9);
    await send(READ);
    expect(left((await send(QUERY)).headers)).toEqual({ requests: 0 });
  });
});

test('every response to an authenticated caller has the fields, and no other has', async () => {
  await start(9, 9);
  const answers = [
    await send(READ),
    await send(READ, { claims: { permissions: [] } }),
    await send('/v1/nothing'),
    await send(QUERY, { body: 'x'.repeat(101) }),
  ];
  expect(answers.map(({ status }) => status)).toEqual([200, 403, 404, 413]);
  expect(answers.map(({ headers }) => left(headers)['requests'])).toEqual([8, 7, 6, 5]);
  for (const open of [await gateway.get(READ), await gateway.get('/health')]) {
    expect(open.headers.has('ratelimit')).toBe(false);
    expect(open.headers.has('ratelimit-policy')).toBe(false);
  }
});

test('an unauthenticated request consumes no quota', async () => {
  await start(2, 9);
  for (let n = 0; n < 5; n += 1) {
    expect((await gateway.get(READ, `Bearer ${await gateway.issuer.expired({})}`)).status).toBe(
      401,
    );
  }
  expect(left((await send(READ)).headers)).toEqual({ requests: 1 });
});

test('institutions have separate buckets, which all their accounts share', async () => {
  await start(2, 9);
  gateway.service.accounts.set('other', { ...ACCOUNT, entity_id: newId(), account_id: newId() });
  gateway.service.accounts.set('colleague', { ...ACCOUNT, account_id: newId() });
  expect(left((await send(READ)).headers)).toEqual({ requests: 1 });
  expect(left((await send(READ, { claims: { org_id: 'colleague' } })).headers)).toEqual({
    requests: 0,
  });
  expect((await send(READ)).status).toBe(429);
  expect(left((await send(READ, { claims: { org_id: 'other' } })).headers)).toEqual({
    requests: 1,
  });
});

test('a rejection names whose limit it is: of the institution, or of a person without one', async () => {
  await start(1, 9);
  const detailOf = async (path: string) => {
    await send(path, { body: '{}' });
    const { status, text } = await send(path, { body: '{}' });
    expect(status).toBe(429);
    return (JSON.parse(text) as { readonly detail: string }).detail;
  };
  const counted = 'has sent as many requests as it may in a minute';
  expect(await detailOf('/v1/invitations/accept')).toBe(`the signed-in person ${counted}`);
  expect(await detailOf(QUERY)).toBe(`the institution ${counted}`);
});

test('excess requests are rejected before their body is read; 401 precedes 429, which precedes 413', async () => {
  await start(1, 9);
  const post = async (authorization: string) => {
    const { statusCode, body } = await request(`${gateway.url}${QUERY}`, {
      method: 'POST',
      headers: { authorization },
      body: Buffer.alloc(101),
    });
    await body.dump();
    return statusCode;
  };
  const bearer = await gateway.bearer();
  expect([await post(bearer), await post(bearer), await post('Bearer none')]).toEqual([
    413, 429, 401,
  ]);
});

test('a service cannot override the fields', async () => {
  await start(9, 9);
  gateway.service.answer = (_received, response) => {
    response.writeHead(200, { ratelimit: '"requests";r=1000;t=1', 'RateLimit-Policy': 'none' });
    response.end('{}');
  };
  const { headers } = await send(READ);
  expect(left(headers)).toEqual({ requests: 8 });
  expect(headers.get('ratelimit-policy')).toBe('"requests";q=9;w=60, "queries";q=9;w=60');
});

test('without limits nothing is counted or stated', async () => {
  await start(0, 0);
  const { status, headers } = await send(QUERY);
  expect(status).toBe(200);
  expect([headers.has('ratelimit'), headers.has('ratelimit-policy')]).toEqual([false, false]);
});

test('one limit works without the other', async () => {
  await start(0, 5);
  expect((await send(READ)).headers.has('ratelimit')).toBe(false);
  const { headers } = await send(QUERY);
  expect(headers.get('ratelimit-policy')).toBe('"queries";q=5;w=60');
  expect(left(headers)).toEqual({ queries: 4 });
});

test.each(['-1', '1.5', 'many'])('a limit of %s is invalid', async (limit) => {
  await start(0, 0);
  expect(() => loadGatewayConfig({ RATE_LIMIT_REQUESTS_PER_MINUTE: limit, ...COMPLETE })).toThrow(
    /^gateway cannot start: 1 configuration problem\(s\)\n  RATE_LIMIT_REQUESTS_PER_MINUTE: /,
  );
});

/** The variables of a gateway. */
const COMPLETE = Object.fromEntries([
  ...Object.entries(PRINCIPAL_VARIABLES),
  ['CLIENT_ID', 'client'],
  ...[
    'JWKS_URL',
    'TOKEN_ISSUER',
    ...STATEFUL_SERVICE_NAMES.map((n) => serviceVariable(n, 'URL')),
  ].map((name) => [name, 'http://127.0.0.1:1']),
]) as NodeJS.ProcessEnv;
