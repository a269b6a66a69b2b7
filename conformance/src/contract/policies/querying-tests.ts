import { randomUUID } from 'node:crypto';
import { listIn, textIn } from '../../http/answer.js';
import { del, get, post, put, withQuery } from '../../http/request.js';
import type { Kit } from '../../kit/kit.js';
import { cases } from '../../run/cases.js';
import { envelope, ok, requireValues } from '../../run/expect.js';
import type { Row } from '../../run/row.js';
import { bodyRows } from '../../shape/body-rows.js';
import { fields } from '../../shape/fields.js';
import { record } from '../../shape/shape.js';
import { aQueriedRecord, IDENTITY } from '../kyb/queried-record.js';
import { configuration, create, PATH, POLICY } from './querying-policy.js';

const RESULT = record('passed: boolean  outcome: string  reasons failures: array');

const TEST = record(
  `name digest: string  test result: object  draft_result: object | null
   account_id entity_id: uuid  saved_at: date-time`,
  { result: RESULT },
);

const TESTS = record(
  'policy_id: uuid  policy_version: integer  draft_digest: string | null  tests: object[]',
  { tests: TEST },
);

const SAVED = record('policy_id: uuid | null  policy_version: integer | null  test: object');

const ITEM = `${PATH}/{policy_id}/tests`;
const testsOf = (id: string) => `${PATH}/${id}/tests`;

/** A test that a policy passes which does not limit the age of an identity. */
const aTest = (change: object = {}) => ({
  name: `test ${randomUUID()}`,
  policy: 'policy.json',
  at: '2026-06-01T00:00:00Z',
  query: {
    querying_entity_id: 'Querying Bank',
    product_slug: 'kyb_certificate',
    permissible_purpose: 'customer_due_diligence',
  },
  records: [
    {
      furnishing_entity_id: 'First Bank',
      furnished_at: '2026-05-02T00:00:00Z',
      [IDENTITY]: {
        assertions: { [`${IDENTITY}_performed_timestamp`]: '2026-05-01T00:00:00Z' },
        data: { business_entity_type: 'corporation' },
      },
    },
  ],
  expected: { outcome: 'issued' },
  ...change,
});

const RULES = { model_selections: [{ model_name: IDENTITY, is_required: true, max_age_days: 1 }] };

/** A published policy with a test, and a draft under which it fails. */
async function failing(kit: Kit) {
  const id = await create(kit);
  await kit.done(put(configuration(id), { status: 'published' }));
  const test = aTest();
  await kit.done(put(testsOf(id), { test }));
  const draft = await kit.done(put(`${PATH}/${id}/draft`, { base_version: 2, ...RULES }));
  return { id, name: test.name, digest: textIn(draft.body, 'digest') };
}

/** The tests that a querying policy carries (design 7). */
export const queryingTestRows: readonly Row[] = [
  ...bodyRows({
    section: 'design 7',
    name: `PUT ${ITEM}`,
    fields: fields('test: object'),
    request: async (kit) => put(testsOf(await create(kit)), { test: aTest() }),
  }),
  ...cases('design 7', [
    {
      says: `PUT ${ITEM} with a member that the format does not have is a 400`,
      request: async (kit) => put(testsOf(await create(kit)), { test: aTest({ expcted: {} }) }),
      expect: envelope('VALIDATION_ERROR'),
    },
    {
      says: `DELETE ${ITEM} of a name that no test has is a 404`,
      request: async (kit) => del(withQuery(testsOf(await create(kit)), { name: 'other' })),
      expect: envelope('RESOURCE_NOT_FOUND'),
    },
    {
      says: `POST ${PATH}/{policy_id}/draft/publish is a 409 while a test fails under the draft`,
      request: async (kit) => {
        const { id, digest } = await failing(kit);
        return post(`${PATH}/${id}/draft/publish`, { digest });
      },
      expect: envelope('RESOURCE_CONFLICT'),
    },
    {
      says: `PUT ${PATH}/{policy_id}/configuration is a 409 while a test fails under it`,
      request: async (kit) => put(configuration((await failing(kit)).id), RULES),
      expect: envelope('RESOURCE_CONFLICT'),
    },
  ]),
  ...cases('7.3', [
    {
      says: 'the tests of a policy of such a network are a 404, too',
      needs: ['other'],
      request: async (kit) => get(testsOf(await create(kit)), { as: 'other' }),
      expect: envelope('RESOURCE_NOT_FOUND'),
    },
  ]),
  {
    section: 'design 7',
    says: `GET ${ITEM} has each test with its results; without the failed one the draft is published`,
    check: async (kit) => {
      const { id, name, digest } = await failing(kit);
      const listed = await kit.send(get(testsOf(id)));
      ok(TESTS, { policy_id: id, policy_version: 2, draft_digest: digest })(listed);
      const [test] = listIn(listed.body, 'tests');
      requireValues(listed, test, { name });
      requireValues(listed, (test as Results).result, { passed: true, outcome: 'issued' });
      const reasons = ['too_old'];
      const found = { passed: false, outcome: 'no_result', reasons };
      requireValues(listed, (test as Results).draft_result, found);
      ok(TEST, { name })(await kit.send(del(withQuery(testsOf(id), { name }))));
      const published = await kit.send(post(`${PATH}/${id}/draft/publish`, { digest }));
      ok(POLICY, { version: 3 })(published);
    },
  },
  {
    section: 'design 9',
    says: 'POST /v1/query-events/{query_event_id}/policy-test has a test that a policy can carry',
    check: async (kit) => {
      const { queryId } = await aQueriedRecord(kit);
      const path = `/v1/query-events/${queryId}/policy-test`;
      const saved = await kit.send(post(path, {}));
      ok(SAVED, {})(saved);
      const { test } = saved.body as { readonly test: object };
      ok(TEST, {})(await kit.send(put(testsOf(await create(kit)), { test })));
      const absent = await kit.send(post(`/v1/query-events/${randomUUID()}/policy-test`, {}));
      envelope('RESOURCE_NOT_FOUND')(absent);
    },
  },
];

interface Results {
  readonly result: unknown;
  readonly draft_result: unknown;
}
