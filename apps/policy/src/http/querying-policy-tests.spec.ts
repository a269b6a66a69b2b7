import { randomUUID } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { TEMPLATES } from '@ndx/catalog';
import {
  BOUNDS,
  QueryingPolicyDraftChanged,
  QueryingPolicyTestChanged,
  type Principal,
} from '@ndx/contracts';
import { canonicalDigest } from '@ndx/proof';
import { member } from '@ndx/service/testing';
import { eventually } from '@ndx/testing';
import { accepting, aPolicyTest } from '../testing/a-policy-test.js';
import { usePolicyService } from '../testing/policy-service.js';
import { aPolicyWithDrafts, refusal } from '../testing/policy-with-draft.js';

const FAILURE = 'expected issued, found no_result (value_not_accepted)';
const PASSED = { passed: true, outcome: 'issued', reasons: [], failures: [] };
const FAILED = {
  passed: false,
  outcome: 'no_result',
  reasons: ['value_not_accepted'],
  failures: [FAILURE],
};

const service = usePolicyService();

/** A policy at version 2, and the calls about its tests. */
async function aPolicy(configuration?: object) {
  const policy = await aPolicyWithDrafts(service, configuration);
  const path = `${policy.path}/tests`;
  const id = String(policy.policy['id']);
  const by = (caller = policy.governor) => ({
    list: () => service.call(caller, 'GET', path),
    put: (sent: unknown) => service.call(caller, 'PUT', path, { test: sent }),
    remove: (name: string) =>
      service.call(caller, 'DELETE', `${path}?name=${encodeURIComponent(name)}`),
  });
  return {
    ...policy,
    id,
    tests: by(),
    testsOf: by,
    current: async () => (await service.call(policy.governor, 'GET', policy.path)).body,
    changes: () =>
      service
        .published(QueryingPolicyTestChanged)
        .filter(({ policy_id }) => policy_id === id)
        .map(({ change, name }) => [change, name]),
  };
}

/** A policy with a test, and a draft under which it fails. */
async function aFailingDraft() {
  const policy = await aPolicy();
  await policy.tests.put(aPolicyTest());
  const { body } = await policy.save(accepting('limited_liability_company'));
  return { ...policy, digest: body['digest'] };
}

describe('a test of a querying policy', () => {
  test('is listed with its results under the version and under the draft', async () => {
    const { id, governor, tests, save } = await aPolicy();
    const stored = { ...aPolicyTest(), policy: id };
    const saved = await tests.put({ $schema: './policy-test.schema.json', ...aPolicyTest() });
    const { account_id, entity_id } = governor;
    const record = { name: 'a corporation is issued', test: stored, account_id, entity_id };
    expect(saved).toMatchObject({
      status: 200,
      body: { ...record, digest: canonicalDigest(stored), result: PASSED, draft_result: null },
    });
    const { body } = await save(accepting('limited_liability_company'));
    expect((await tests.list()).body).toMatchObject({
      ...{ policy_id: id, policy_version: 2, draft_digest: body['digest'] },
      tests: [{ ...record, result: PASSED, draft_result: FAILED }],
    });
  });

  test('replaces the one of its name, and is confirmed by the same request', async () => {
    const { tests, changes } = await aPolicy();
    const first = await tests.put(aPolicyTest());
    expect(await tests.put(aPolicyTest())).toEqual(first);
    await tests.put(aPolicyTest({ expected: { outcome: 'no_result' } }));
    expect((await tests.list()).body['tests']).toMatchObject([
      { test: { expected: { outcome: 'no_result' } }, result: { passed: false } },
    ]);
    await eventually(() => {
      expect(changes()).toEqual([
        ['saved', 'a corporation is issued'],
        ['saved', 'a corporation is issued'],
      ]);
    });
  });

  test('is deleted by its name', async () => {
    const { tests, changes } = await aPolicy();
    await tests.put(aPolicyTest({ name: 'ä "name" & more' }));
    expect(await tests.remove('ä "name" & more')).toMatchObject({ status: 200 });
    expect(await tests.remove('ä "name" & more')).toMatchObject(
      refusal(404, 'policy_test_not_found'),
    );
    expect((await tests.list()).body['tests']).toEqual([]);
    await eventually(() => {
      expect(changes()).toEqual([
        ['saved', 'ä "name" & more'],
        ['deleted', 'ä "name" & more'],
      ]);
    });
  });

  test.each([
    ['at', aPolicyTest({ at: 'yesterday' }), 'at must be an ISO 8601 date-time'],
    [
      'records[0].furnished_at',
      aPolicyTest({
        records: [{ ...aPolicyTest().records[0], furnished_at: '2027-01-01T00:00:00Z' }],
      }),
      'records[0].furnished_at must not be after at',
    ],
    [
      'expected.outcome',
      aPolicyTest({ expected: { outcome: 'perhaps' } }),
      'expected.outcome must be one of',
    ],
    ['name', aPolicyTest({ name: 'a'.repeat(201) }), 'name must have at most 200 characters'],
    [
      'its size',
      aPolicyTest({ name: 'a'.repeat(BOUNDS.queryingPolicy.testBytes) }),
      `bytes; at most ${BOUNDS.queryingPolicy.testBytes}`,
    ],
  ])('is refused with a wrong value of %s, and not stored', async (_, sent, detail) => {
    const { tests } = await aPolicy();
    expect(await tests.put(sent)).toMatchObject({
      status: 400,
      body: { reason: 'invalid_policy_test', detail: expect.stringContaining(detail) },
    });
    expect((await tests.list()).body['tests']).toEqual([]);
  });

  test('is refused where the policy has as many as it may, but replaces one of them', async () => {
    const { tests } = await aPolicy();
    for (let number = 1; number <= BOUNDS.queryingPolicy.tests; number += 1) {
      await tests.put(aPolicyTest({ name: `test ${number}` }));
    }
    expect(await tests.put(aPolicyTest())).toMatchObject(refusal(409, 'limit_reached'));
    const other = aPolicyTest({ name: 'test 7', expected: { outcome: 'no_result' } });
    expect((await tests.put(other)).status).toBe(200);
  });

  test('queries the product or template of the policy', async () => {
    const [template] = TEMPLATES;
    const network = await aPolicy();
    const { body } = await network.create({ product_id: template?.id, name: 'of a template' });
    const path = `/v1/networks/policies/querying/${String(body['id'])}/tests`;
    const put = (sent: object) => service.call(network.governor, 'PUT', path, { test: sent });
    expect(await put(aPolicyTest())).toMatchObject({
      status: 400,
      body: {
        reason: 'invalid_policy_test',
        detail: `the test queries kyb_certificate, and the policy is of ${String(template?.slug)}`,
      },
    });
    const query = { querying_entity_id: 'Querying Bank', template_slug: template?.slug };
    const refused = { outcome: 'refused', reason: 'consent_required' };
    const own = aPolicyTest({ query, records: [], expected: refused });
    expect(await put(own)).toMatchObject({ status: 200 });
    expect((await service.call(network.governor, 'GET', path)).body).toMatchObject({
      tests: [{ result: { passed: true, outcome: 'refused' } }],
    });
  });

  test('is for governors of the network alone', async () => {
    const { policy, testsOf, tests } = await aPolicy();
    await tests.put(aPolicyTest());
    const callsOf = (caller: Principal) => {
      const { list, put, remove } = testsOf(caller);
      return [list, () => put(aPolicyTest()), () => remove('a corporation is issued')];
    };
    for (const call of callsOf(member(String(policy['network_id']), 'querier'))) {
      expect(await call()).toMatchObject(refusal(403, 'role_missing'));
    }
    for (const call of callsOf(member(randomUUID(), 'governor'))) {
      expect(await call()).toMatchObject(refusal(404, 'policy_not_found'));
    }
  });
});

describe('the publication of a draft', () => {
  test('is refused when a test fails, names it, and writes nothing', async () => {
    const { publish, digest, current, read } = await aFailingDraft();
    const detail = `a corporation is issued: ${FAILURE}`;
    expect(await publish(digest)).toMatchObject({
      status: 409,
      body: {
        reason: 'tests_failed',
        detail: `tests of the policy failed: 1. ${detail}`,
        errors: [{ detail }],
      },
    });
    expect(await current()).toMatchObject({ version: 2, model_selections: [] });
    expect((await read()).body).toMatchObject({ digest });
  });

  test('succeeds once the test is corrected or deleted', async () => {
    const { publish, digest, tests, current } = await aFailingDraft();
    await tests.remove('a corporation is issued');
    expect((await publish(digest)).status).toBe(200);
    expect(await current()).toMatchObject({ version: 3 });
  });

  test('with a break-glass reason records the failed tests with the version', async () => {
    const { id, publish, digest, version } = await aFailingDraft();
    const reason = 'answers release data of the wrong subjects';
    expect((await publish(digest, { break_glass_reason: reason })).status).toBe(200);
    expect((await version(3)).body).toMatchObject({
      draft: { break_glass_reason: reason, failed_tests: ['a corporation is issued'] },
    });
    await eventually(() => {
      const published = service
        .published(QueryingPolicyDraftChanged)
        .filter(({ policy_id, change }) => policy_id === id && change === 'published');
      expect(published).toMatchObject([{ version: 3, break_glass: true }]);
    });
  });

  test('has no failed tests when all pass, and uses no break-glass reason', async () => {
    const { save, publish, version, tests } = await aPolicy();
    await tests.put(aPolicyTest());
    const { body } = await save(accepting('corporation'));
    await publish(body['digest'], { break_glass_reason: 'in case' });
    expect((await version(3)).body).toMatchObject({
      draft: { break_glass_reason: null, failed_tests: [] },
    });
  });

  test('that archives the policy runs no test', async () => {
    const { save, publish, tests, current } = await aPolicy();
    await tests.put(aPolicyTest({ expected: { outcome: 'no_result' } }));
    const { body } = await save({ status: 'archived' });
    expect((await publish(body['digest'])).status).toBe(200);
    expect(await current()).toMatchObject({ status: 'archived' });
  });

  test('is not scheduled while a test fails', async () => {
    const { path, governor, digest } = await aFailingDraft();
    const schedule = { digest, publish_at: '2036-02-01T00:00:00Z' };
    expect(await service.call(governor, 'PUT', `${path}/draft/schedule`, schedule)).toMatchObject(
      refusal(409, 'tests_failed'),
    );
  });

  test('at a stated time does not happen when a test fails by then, and says why', async () => {
    const { id, path, governor, save, read, tests, current } = await aPolicy();
    const { digest } = (await save(accepting('limited_liability_company'))).body;
    const publish_at = '2036-02-01T00:00:00Z';
    await service.call(governor, 'PUT', `${path}/draft/schedule`, { digest, publish_at });
    await tests.put(aPolicyTest());
    await service.sql(
      `update policy_draft
          set schedule = jsonb_set(schedule, '{publishAt}', '"2026-01-01T00:00:00.000Z"')
        where policy_id = $1`,
      [id],
    );
    await eventually(async () => {
      const { schedule } = (await read()).body;
      expect(schedule).toMatchObject({ failure: { reason: 'tests_failed' } });
    });
    expect(await current()).toMatchObject({ version: 2, model_selections: [] });
    await eventually(() => {
      const changes = service
        .published(QueryingPolicyDraftChanged)
        .filter(({ policy_id, change }) => policy_id === id && change === 'not_published');
      expect(changes).toMatchObject([{ failure: 'tests_failed' }]);
    });
  });
});

describe('the approval of a draft', () => {
  test('ends when a test is replaced or deleted, and stays with a new one', async () => {
    const { save, read, second, by, tests } = await aPolicy();
    await tests.put(aPolicyTest());
    const { digest } = (await save(accepting('corporation'))).body;
    const approve = () => by(second).approve(digest);
    const approval = async () => (await read()).body['approval'];
    expect((await approve()).status).toBe(200);
    await tests.put(aPolicyTest());
    await tests.put(aPolicyTest({ name: 'another' }));
    expect(await approval()).toMatchObject({ account_id: second.account_id });
    await tests.put(aPolicyTest({ expected: { outcome: 'no_result' } }));
    expect(await approval()).toBeNull();
    expect((await approve()).status).toBe(200);
    await tests.remove('another');
    expect(await approval()).toBeNull();
  });
});

describe('a direct configuration', () => {
  test('is refused when a test fails under it and the policy would be published', async () => {
    const { configure, id, tests, current } = await aPolicy();
    await tests.put(aPolicyTest());
    const rules = accepting('limited_liability_company');
    expect(await configure(id, rules)).toMatchObject(refusal(409, 'tests_failed'));
    expect(await current()).toMatchObject({ version: 2, model_selections: [] });
    expect((await configure(id, { ...rules, status: 'draft' })).status).toBe(200);
    expect(await configure(id, { status: 'published' })).toMatchObject(
      refusal(409, 'tests_failed'),
    );
  });
});
