import { reasonsOf } from '@ndx/api';
import { ALL_PERMISSIONS, REASON_NAMES, REASONS, statusOfReason } from '@ndx/contracts';
import { afterEach, describe, expect, test } from '@jest/globals';
import { routesOf } from '../routing/routes.js';
import { GatewayFixture } from '../testing/gateway-fixture.js';

let gateway: GatewayFixture;
afterEach(() => gateway.stop());

const sandbox = async () => {
  gateway = await GatewayFixture.start({ ENVIRONMENT: 'sandbox', SANDBOX_FAULTS: 'true' });
};

async function send(method: string, path: string, reason: string) {
  const response = await gateway.send(path.replaceAll(/\{\w+\}/g, 'any'), {
    method,
    headers: {
      authorization: await gateway.bearer({ permissions: ALL_PERMISSIONS }),
      'x-sandbox-reason': reason,
      ...(method === 'GET' ? {} : { 'content-type': 'application/json' }),
    },
    ...(method === 'GET' ? {} : { body: '{}' }),
  });
  const { status, headers } = response;
  return { status, headers, body: (await response.json()) as Record<string, unknown> };
}

/** Reasons that no operation declares: no operation is found, or only services see them. */
const UNDECLARED = ['invalid_http', 'principal_missing', 'internal_only', 'unknown_path'];

describe('a sandbox with faults', () => {
  test('rejects a request with the reason that its header names, and forwards nothing', async () => {
    await sandbox();
    const seen = new Set<string>();
    for (const route of routesOf('sandbox')) {
      for (const reason of reasonsOf(route).filter((each) => !seen.has(each))) {
        seen.add(reason);
        const { status, headers, body } = await send(route.method, route.path, reason);
        expect([status, body['error_code']]).toEqual([
          statusOfReason(reason),
          REASONS[reason].code,
        ]);
        expect(body).toMatchObject({ reason, detail: expect.stringMatching(/^simulated: /) });
        expect(headers.get('x-sandbox-fault')).toBe(reason);
      }
    }
    expect(REASON_NAMES.filter((reason) => !seen.has(reason))).toEqual(UNDECLARED);
    expect(gateway.service.received).toEqual([]);
  });

  test('rejects an undeclared reason and lists the declared ones', async () => {
    await sandbox();
    for (const reason of ['own_draft', 'nonsense', '']) {
      const { status, body } = await send('POST', '/v1/consent/business', reason);
      expect([status, body['detail']]).toEqual([
        422,
        expect.stringMatching(/^header -> x-sandbox-reason: .*\bprior_consent_missing\b/),
      ]);
    }
    expect(gateway.service.received).toEqual([]);
  });
});

test.each(['sandbox', 'production'])(
  'without SANDBOX_FAULTS the header has no effect in %s',
  async (ENVIRONMENT) => {
    gateway = await GatewayFixture.start({ ENVIRONMENT });
    expect(await send('POST', '/v1/consent/business', 'own_draft')).toMatchObject({ status: 200 });
  },
);
