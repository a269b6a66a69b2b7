import { kybCertificate } from '@ndx/catalog';
import { SANDBOX_FAULT_IDENTIFIERS, SANDBOX_FAULTS, type FaultIdentifiers } from '@ndx/contracts';
import { afterEach, describe, expect, test } from '@jest/globals';
import { GatewayFixture } from '../testing/gateway-fixture.js';

const QUERY = kybCertificate.queryPath;
const TEMPLATE = '/api/templates/total_consumer_liabilities/query';
const { rate_limit, long_rate_limit, server_error, slow_answer, connection_cut } =
  SANDBOX_FAULT_IDENTIFIERS;

let gateway: GatewayFixture;
afterEach(() => gateway.stop());

const sandbox = async () => {
  gateway = await GatewayFixture.start({ ENVIRONMENT: 'sandbox', SANDBOX_FAULTS: 'true' });
};

async function post(path: string, body: unknown, key?: string) {
  const response = await gateway.send(path, {
    method: 'POST',
    headers: {
      authorization: await gateway.bearer(),
      'content-type': 'application/json',
      ...(key !== undefined && { 'idempotency-key': key }),
    },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  const { status, headers } = response;
  return { status, headers, body: (await response.json()) as Record<string, unknown> };
}

const business = ({ consumer_id }: FaultIdentifiers) => ({ consumer_id });
const consumer = ({ social_security_number }: FaultIdentifiers) => ({ social_security_number });
const identity = ({ registration }: FaultIdentifiers) => ({
  business_registration_identifier_from_jurisdiction_of_formation: registration,
});

/** Each kind of request, its path, and its body that names a fault. */
const REQUESTS: readonly (readonly [string, string, (named: FaultIdentifiers) => object])[] = [
  ['a query for a business', QUERY, business],
  ['a query for a consumer', TEMPLATE, consumer],
  [
    'a furnish, by one of its records',
    kybCertificate.furnishPath,
    (named) => ({ records: [{}, { business_identity: identity(named) }] }),
  ],
  ['a furnish to a template', '/api/templates/total_consumer_liabilities/furnish', consumer],
  [
    'a consent of a business',
    '/v1/consent/business',
    (named) => ({ business_consent_identity: identity(named) }),
  ],
  [
    'a consent of a consumer',
    '/v1/consent/consumer',
    (named) => ({ consumer_consent_identity: consumer(named) }),
  ],
  ['an attestation', '/v1/institution-attestation', ({ signed_by_name }) => ({ signed_by_name })],
];

describe('a sandbox with faults', () => {
  test.each(REQUESTS)(
    'fails the first request of %s with a 500, and forwards its retry',
    async (_, path, named) => {
      await sandbox();
      const failed = await post(path, named(server_error));
      expect(failed).toMatchObject({ status: 500, body: { error_code: 'OPERATION_FAILED' } });
      expect(failed.headers.get('x-sandbox-fault')).toBe('server_error');
      expect(gateway.service.received).toEqual([]);
      expect(await post(path, named(server_error))).toMatchObject({ status: 200 });
      expect(gateway.service.received).toHaveLength(1);
      expect(await post(path, named(server_error))).toMatchObject({ status: 500 });
    },
  );

  test.each(REQUESTS)(
    'closes the connection of %s after the service has processed it, and forwards its retry',
    async (_, path, named) => {
      await sandbox();
      await expect(post(path, named(connection_cut), 'key')).rejects.toThrow('fetch failed');
      expect(gateway.service.received).toHaveLength(1);
      const retried = await post(path, named(connection_cut), 'key');
      expect([retried.status, retried.headers.get('x-sandbox-fault')]).toEqual([
        200,
        'connection_cut',
      ]);
      const keys = gateway.service.received.map(({ headers }) => headers['idempotency-key']);
      expect(keys).toEqual(['key', 'key']);
    },
  );

  test('rejects a request and its retries with a Retry-After of minutes', async () => {
    await sandbox();
    const limited = await post(QUERY, business(long_rate_limit));
    expect([limited.status, limited.headers.get('retry-after')]).toEqual([429, '300']);
    expect((await post(QUERY, business(long_rate_limit))).status).toBe(429);
    expect(gateway.service.received).toEqual([]);
  });

  test('counts failures separately for each idempotency key', async () => {
    await sandbox();
    const body = business(server_error);
    const statuses = [];
    for (const key of ['a', 'b', 'a', 'b']) statuses.push((await post(QUERY, body, key)).status);
    expect(statuses).toEqual([500, 500, 200, 200]);
  });

  test('answers a 429 with Retry-After until the client has waited', async () => {
    await sandbox();
    const limited = await post(QUERY, business(rate_limit));
    expect(limited).toMatchObject({ status: 429, body: { error_code: 'RATE_LIMIT_EXCEEDED' } });
    const seconds = Number(limited.headers.get('retry-after'));
    expect(seconds).toBe(1);
    expect(await post(QUERY, business(rate_limit))).toMatchObject({ status: 429 });
    await new Promise((resolve) => setTimeout(resolve, seconds * 1_000));
    expect(await post(QUERY, business(rate_limit))).toMatchObject({ status: 200 });
  });

  test('forwards a slow query after an ordinary query that was sent later', async () => {
    await sandbox();
    const finished: string[] = [];
    const slow = post(QUERY, business(slow_answer)).then(() => finished.push('slow'));
    await post(QUERY, {}).then(() => finished.push('ordinary'));
    await slow;
    expect(finished).toEqual(['ordinary', 'slow']);
    const bodies = gateway.service.received.map(({ body }) => body.toString());
    expect(bodies).toEqual(['{}', JSON.stringify(business(slow_answer))]);
  });

  test('forwards any other body, also a malformed one', async () => {
    await sandbox();
    const { consumer_id } = server_error;
    for (const body of [
      '{',
      'null',
      '[]',
      '"x"',
      { business_id: consumer_id },
      { nested: { consumer_id } },
      { records: 1 },
      { records: [null, 'x', { business_identity: null }] },
      { consumer_consent_identity: [] },
    ]) {
      const answer = await post(QUERY, body);
      expect([answer.status, answer.headers.get('x-sandbox-fault')]).toEqual([200, null]);
    }
    expect(await post('/v1/products/check', business(server_error))).toMatchObject({ status: 200 });
  });
});

describe('without SANDBOX_FAULTS', () => {
  test.each(['development', 'sandbox', 'production'])(
    'no identifier causes a fault in %s',
    async (ENVIRONMENT) => {
      gateway = await GatewayFixture.start({ ENVIRONMENT });
      for (const fault of SANDBOX_FAULTS) {
        const answer = await post(QUERY, business(SANDBOX_FAULT_IDENTIFIERS[fault]));
        expect([answer.status, answer.headers.get('x-sandbox-fault')]).toEqual([200, null]);
      }
    },
  );
});

test.each(['development', 'production'])(
  'a gateway with SANDBOX_FAULTS does not start in %s',
  async (ENVIRONMENT) => {
    gateway = await GatewayFixture.start({ ENVIRONMENT });
    await expect(gateway.another({ ENVIRONMENT, SANDBOX_FAULTS: 'true' })).rejects.toThrow(
      'SANDBOX_FAULTS, ENVIRONMENT: faults can be simulated in a sandbox only',
    );
  },
);
