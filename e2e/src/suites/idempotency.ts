import { randomUUID } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import {
  DEMO_NETWORK,
  FIRST_BANK,
  OPERATOR,
  QUERYING_BANK,
  type DemoInstitution,
} from '@ndx/tools/network/demo-network';
import {
  FURNISH,
  isIssued,
  KYB_PRODUCT_ID,
  QUERY,
  queryUntil,
  TestBusiness,
} from '../harness/business.js';
import type { Exchange } from '../harness/exchange.js';
import { keyedAnswer, type KeyedAnswer } from '../harness/keyed-answer.js';
import { ASSETS, TemplateSubject } from '../harness/template-subject.js';

const AT_ONCE = 100;
const network_id = DEMO_NETWORK.id;

interface Write {
  readonly by: DemoInstitution;
  readonly path: string;
  readonly body: Readonly<Record<string, unknown>>;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Writes of every service that stores records of institutions, each of which stores one row. */
const WRITES: readonly (readonly [
  what: string,
  database: string,
  table: string,
  write: (exchange: Exchange) => Write,
])[] = [
  [
    'records',
    'furnishing',
    'submission',
    (exchange) => ({
      ...{ by: FIRST_BANK, path: FURNISH },
      body: { network_id, records: [{ business_identity: new TestBusiness(exchange).identity }] },
    }),
  ],
  [
    'a record of a template',
    'furnishing',
    'furnished_record',
    (exchange) => ({
      by: FIRST_BANK,
      ...new TemplateSubject(exchange).furnishRequest(ASSETS),
    }),
  ],
  [
    'an attestation',
    'attestation',
    'attestation',
    () => ({
      ...{ by: FIRST_BANK, path: '/v1/institution-attestation' },
      body: {
        ...{ product_id: KYB_PRODUCT_ID, attestation_data: {} },
        ...{ signed_by_name: 'Jordan Avery', signed_by_title: 'Head of compliance' },
      },
    }),
  ],
  [
    'a policy',
    'policy',
    'querying_policy',
    () => ({
      ...{ by: OPERATOR, path: '/v1/networks/policies/querying' },
      body: { product_id: KYB_PRODUCT_ID, network_id, name: randomUUID() },
    }),
  ],
  ['a consent', 'consent', 'consent', (exchange) => aConsent(new TestBusiness(exchange))],
  [
    'an institution',
    'entity',
    'institution',
    () => ({
      ...{ by: OPERATOR, path: `/v1/networks/${network_id}/institutions` },
      body: { name: randomUUID(), org_id: randomUUID(), roles: ['querier'] },
    }),
  ],
];

/** A request repeated with the same key takes effect once. */
export function idempotencySuite(exchange: () => Exchange): void {
  describe('a request with an Idempotency-Key', () => {
    test.each(WRITES)(
      'that writes %s, sent a hundred times at once, writes one',
      async (_what, database, table, writeOf) => {
        const count = async () =>
          (await exchange().sql(database, `select from ${table}`, [])).length;
        const write = writeOf(exchange());
        const before = await count();
        const key = randomUUID();
        const answers = await Promise.all(Array.from({ length: AT_ONCE }, () => send(write, key)));

        const first = answers.find(({ isReplayed }) => !isReplayed);
        expect(first).toMatchObject({ status: 200 });
        expect(answers).toEqual(answers.map(({ isReplayed }) => ({ ...first, isReplayed })));
        expect(answers.filter(({ isReplayed }) => !isReplayed)).toHaveLength(1);
        expect(await count()).toBe(before + 1);
      },
    );

    test('gets the same response after the service was killed', async () => {
      const business = new TestBusiness(exchange());
      const business_id = await business.furnish();
      await queryUntil(exchange(), { business_id }, isIssued);
      const body = { network_ids: [network_id], business_id };
      const writes = [{ by: QUERYING_BANK, path: QUERY, body }, aConsent(business)];
      const key = randomUUID();
      const sendBoth = () => Promise.all(writes.map((write) => send(write, key)));
      const first = await sendBoth();
      await Promise.all([kill('product-query'), kill('consent')]);
      expect(await sendBoth()).toEqual(first.map((answer) => ({ ...answer, isReplayed: true })));
    });

    async function send({ by, body, ...rest }: Write, key: string): Promise<KeyedAnswer> {
      const request = { ...rest, method: 'POST', body: JSON.stringify(body) };
      return keyedAnswer(exchange(), await exchange().tokenOf(by), request, key);
    }

    async function kill(service: 'product-query' | 'consent'): Promise<void> {
      const process = exchange().network.processes.get(service);
      if (!process) throw new Error(`${service} does not run`);
      await process.kill('SIGKILL');
      await process.ready();
    }
  });
}

function aConsent({ identity }: TestBusiness): Write {
  return {
    by: QUERYING_BANK,
    path: '/v1/consent/business',
    body: {
      network_id,
      did_gather_consent_from_business_prior: true,
      business_consent_identity: identity,
    },
  };
}
