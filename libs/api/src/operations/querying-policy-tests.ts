import { BOUNDS, EXAMPLE_IDS, SIMULATED_OUTCOMES } from '@ndx/contracts';
import { IsObject } from 'class-validator';
import { declareOperation } from '../operation/operation.js';
import { Label, Storable } from '../shapes/shapes.js';
import * as wire from '../shapes/wire.js';
import { EXAMPLE_HASH } from './audit-entry.js';
import { FOR_GOVERNORS } from './policy-draft-shapes.js';
import { PolicyPath, QUERYING_POLICIES } from './policy-shapes.js';

class SaveQueryingPolicyTestDto {
  @Storable()
  @IsObject()
  readonly test!: Record<string, unknown>;
}

class QueryingPolicyTestQuery {
  @Label()
  readonly name!: string;
}

const PolicyTestResult = wire.record('PolicyTestResult', {
  passed: wire.flag,
  outcome: wire.oneOf(SIMULATED_OUTCOMES),
  reasons: wire.listOf(wire.text),
  failures: wire.listOf(wire.text),
});

const QueryingPolicyTest = wire.record('QueryingPolicyTest', {
  name: wire.text,
  test: wire.anyObject,
  digest: wire.text,
  account_id: wire.uuid,
  entity_id: wire.uuid,
  saved_at: wire.timestamp,
  result: PolicyTestResult,
  draft_result: wire.nullable(PolicyTestResult),
});

const QueryingPolicyTests = wire.record('QueryingPolicyTests', {
  policy_id: wire.uuid,
  policy_version: wire.count,
  draft_digest: wire.nullable(wire.text),
  tests: wire.listOf(QueryingPolicyTest),
});

const COLLECTION = `${QUERYING_POLICIES}/{policy_id}/tests` as const;
const COMMON = { service: 'policy', permission: 'policy:write' } as const;
const EXAMPLE_TEST = {
  name: 'a verified business is issued',
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
      business_identity_verification: {
        assertions: { business_identity_verification_performed_timestamp: '2026-05-01T00:00:00Z' },
        data: { business_entity_type: 'corporation' },
      },
    },
  ],
  expected: { outcome: 'issued' },
} as const;

export const listQueryingPolicyTests = declareOperation({
  ...COMMON,
  id: 'listQueryingPolicyTests',
  method: 'GET',
  path: COLLECTION,
  permission: 'policy:read',
  summary: 'List the tests of a querying policy with their results',
  description:
    'For governors of the network, by name. Each test was run by this request under the latest version of the policy, and under its draft if it has one.',
  request: { path: PolicyPath },
  answer: QueryingPolicyTests,
  refusals: FOR_GOVERNORS,
  words: {
    'QueryingPolicyTests.policy_id': ['The policy that carries the tests.', EXAMPLE_IDS.policy],
    'QueryingPolicyTests.policy_version': ['The version of `result`.', 2],
    'QueryingPolicyTests.draft_digest': [
      'The digest of the draft of `draft_result`; null without a draft.',
      EXAMPLE_HASH,
    ],
    'QueryingPolicyTests.tests': 'The tests with their results, by name.',
    'QueryingPolicyTest.name': ['The name, unique in the policy.', EXAMPLE_TEST.name],
    'QueryingPolicyTest.test': [
      'The test in the format of `ndx policy test`; its member `policy` is the id of the policy.',
      { ...EXAMPLE_TEST, policy: EXAMPLE_IDS.policy },
    ],
    'QueryingPolicyTest.digest': [
      'SHA-256 in hexadecimal of `test` in the canonical form of RFC 8785.',
      EXAMPLE_HASH,
    ],
    'QueryingPolicyTest.account_id': ['The account that saved the test.', EXAMPLE_IDS.account],
    'QueryingPolicyTest.entity_id': ['The institution of that account.', EXAMPLE_IDS.operator],
    'QueryingPolicyTest.saved_at': ['The time at which it was saved.', '2026-01-15T09:30:00.000Z'],
    'QueryingPolicyTest.result': 'The result under the latest version of the policy.',
    'QueryingPolicyTest.draft_result': 'The result under the draft; null without a draft.',
    'PolicyTestResult.passed': 'Whether the found outcome is the expected one.',
    'PolicyTestResult.outcome': 'The found outcome.',
    'PolicyTestResult.reasons': [
      'The reason of a refusal, or why records of missing sections were excluded.',
      ['too_old'],
    ],
    'PolicyTestResult.failures': [
      'The differences from the expected outcome, in sentences for people, which may change; none if the test passed.',
      ['expected issued, found no_result (too_old)'],
    ],
  },
});

export const saveQueryingPolicyTest = declareOperation({
  ...COMMON,
  id: 'saveQueryingPolicyTest',
  method: 'PUT',
  path: COLLECTION,
  summary: 'Save a test of a querying policy',
  description: `By a governor of the network. The test replaces the one of its name, which ends an approval of the draft. A policy carries at most ${String(BOUNDS.queryingPolicy.tests)} tests, each of at most ${String(BOUNDS.queryingPolicy.testBytes)} bytes as JSON; it may fail until the next publication. It is an audit entry of the network.`,
  request: { path: PolicyPath, body: SaveQueryingPolicyTestDto },
  example: { test: EXAMPLE_TEST },
  answer: QueryingPolicyTest,
  refusals: ['invalid_policy_test', ...FOR_GOVERNORS, 'limit_reached'],
  words: {
    'SaveQueryingPolicyTest.test': [
      'A test in the format of `ndx policy test`, with its `name`; `policy` becomes the id of the policy.',
      EXAMPLE_TEST,
    ],
  },
});

export const deleteQueryingPolicyTest = declareOperation({
  ...COMMON,
  id: 'deleteQueryingPolicyTest',
  method: 'DELETE',
  path: COLLECTION,
  summary: 'Delete a test of a querying policy',
  description:
    'By a governor of the network. Answers with the test as it was. An approval of the draft ends. It is an audit entry of the network.',
  request: { path: PolicyPath, query: QueryingPolicyTestQuery },
  answer: QueryingPolicyTest,
  refusals: [...FOR_GOVERNORS, 'policy_test_not_found'],
  words: { 'QueryingPolicyTestQuery.name': ['The name of the test.', EXAMPLE_TEST.name] },
});

/** The operations in the order of the OpenAPI document. */
export const QUERYING_POLICY_TEST_OPERATIONS = [
  listQueryingPolicyTests,
  saveQueryingPolicyTest,
  deleteQueryingPolicyTest,
];
