import { productFurnishes, templateFurnishes } from '@ndx/api';
import { FURNISH_FAULT_CODES } from '@ndx/contracts';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { GatewayFixture } from '../testing/gateway-fixture.js';

const PRODUCTS = productFurnishes.map(({ operation }) => operation.path);
const TEMPLATES = templateFurnishes.map(({ operation }) => operation.path);
const TWO_RECORDS = JSON.stringify({ records: [{}, {}] });

let gateway: GatewayFixture;

async function furnish(path: string, code: string, body = TWO_RECORDS) {
  const headers = {
    authorization: await gateway.bearer({ permissions: ['data:furnish', 'consent:write'] }),
    'content-type': 'application/json',
    'x-sandbox-record-code': code,
  };
  const response = await gateway.send(path, { method: 'POST', headers, body });
  const fault = response.headers.get('x-sandbox-fault');
  return { status: response.status, fault, body: (await response.json()) as object };
}

describe('a sandbox with faults', () => {
  beforeAll(async () => {
    gateway = await GatewayFixture.start({ ENVIRONMENT: 'sandbox', SANDBOX_FAULTS: 'true' });
  });
  beforeEach(() => {
    gateway.service.received.splice(0);
  });
  afterAll(() => gateway.stop());

  test.each(FURNISH_FAULT_CODES)('rejects each record with %s and forwards none', async (code) => {
    const error = { code, path: '', detail: expect.stringMatching(/^simulated: /) };
    const rejected = { accepted: false, business_id: null, record_id: null, errors: [error] };
    const results = [0, 1].map((index) => ({ index, ...rejected }));
    for (const path of PRODUCTS) {
      const body = { success: false, submission_id: null, results };
      expect(await furnish(path, code)).toEqual({ status: 200, fault: code, body });
    }
    for (const path of TEMPLATES) {
      const body = { reason: 'records_rejected', errors: [error] };
      expect(await furnish(path, code)).toMatchObject({ status: 400, fault: code, body });
    }
    expect(gateway.service.received).toEqual([]);
  });

  test.each([
    ['an unknown code', PRODUCTS[0] ?? '', 'nonsense'],
    ['a code at another operation', '/v1/consent/business', 'too_old'],
  ])('rejects %s and lists the codes', async (_, path, code) => {
    expect(await furnish(path, code)).toMatchObject({
      status: 422,
      body: { detail: expect.stringMatching(/^header -> x-sandbox-record-code: .*\btoo_old\b/) },
    });
    expect(gateway.service.received).toEqual([]);
  });

  test.each(['{', '[]', '{"records":{}}', '{"records":[]}'])(
    'leaves a body without records to the service: %s',
    async (body) => {
      expect(await furnish(PRODUCTS[0] ?? '', 'too_old', body)).toMatchObject({ fault: null });
      expect(gateway.service.received).toHaveLength(1);
    },
  );
});

describe('without SANDBOX_FAULTS', () => {
  afterEach(() => gateway.stop());

  test.each(['sandbox', 'production'])('the header has no effect in %s', async (ENVIRONMENT) => {
    gateway = await GatewayFixture.start({ ENVIRONMENT });
    expect(await furnish(PRODUCTS[0] ?? '', 'too_old')).toMatchObject({ fault: null });
    expect(gateway.service.received).toHaveLength(1);
  });
});
