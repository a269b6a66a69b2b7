import {
  bounded,
  BOUNDS,
  conflict,
  DomainError,
  invalid,
  jsonBytes,
  quoted,
  type PayloadOf,
  type Principal,
  type QueryingPolicyTestChanged,
} from '@ndx/contracts';
import {
  datasetOf,
  parsePolicyTest,
  PolicyTestFault,
  runPolicyTestUnder,
  type PolicyTest,
  type PolicyTestResult,
} from '@ndx/product-query/policy-test';
import { canonicalDigest } from '@ndx/proof';
import { datasetWithId } from './catalogue.js';
import type { Policy } from './policy.js';
import type { QueryingPolicy, QueryingTerms } from './querying-policy.js';

const MAX_NAME = 200;

/** A test that a querying policy carries. */
export interface CarriedTest {
  readonly policyId: string;
  /** Unique in the policy. */
  readonly name: string;
  readonly test: PolicyTest;
  /** SHA-256 of the test in hexadecimal. */
  readonly digest: string;
  /** The account that saved it, and its institution. */
  readonly accountId: string;
  readonly entityId: string;
  readonly savedAt: Date;
}

/** A test, and its result under some terms. */
export interface RanTest {
  readonly test: CarriedTest;
  readonly result: PolicyTestResult;
}

/**
 * @param authored in the format of a file of `ndx policy test`; its policy is the given one
 * @throws VALIDATION_ERROR naming the member, the rule and the value
 */
export function carriedTest(
  policy: Policy,
  authored: Readonly<Record<string, unknown>>,
  principal: Principal,
  now: Date,
): CarriedTest {
  const bytes = jsonBytes(authored);
  const { testBytes: most } = BOUNDS.queryingPolicy;
  if (bytes > most) {
    throw invalid('invalid_policy_test', `the test has ${bytes} bytes; at most ${most}`);
  }
  const members = Object.entries(authored).filter(([name]) => name !== '$schema');
  const test = parsed({ ...Object.fromEntries(members), policy: policy.id });
  const tested = datasetOf(test);
  if (tested.id !== policy.productId) {
    const { slug } = datasetWithId(policy.productId);
    throw invalid(
      'invalid_policy_test',
      `the test queries ${quoted(tested.slug)}, and the policy is of ${quoted(slug)}`,
    );
  }
  const { account_id: accountId, entity_id: entityId } = principal;
  return {
    ...{ policyId: policy.id, name: test.name, test, digest: canonicalDigest(test) },
    ...{ accountId, entityId, savedAt: now },
  };
}

function parsed(authored: object): PolicyTest {
  try {
    const test = parsePolicyTest(authored);
    if (test.name.length <= MAX_NAME) return test;
  } catch (error) {
    if (!(error instanceof PolicyTestFault)) throw error;
    throw invalid('invalid_policy_test', error.message);
  }
  throw invalid('invalid_policy_test', `name must have at most ${MAX_NAME} characters`);
}

/** @throws RESOURCE_CONFLICT when the policy would carry more tests than it may */
export function requireRoom(carried: readonly CarriedTest[], { name }: CarriedTest): void {
  const others = carried.filter((each) => each.name !== name).length;
  const { tests: most } = BOUNDS.queryingPolicy;
  if (others < most) return;
  throw conflict('limit_reached', `the policy carries ${others} tests, the most it may`);
}

/** The tests, run under the terms. */
export function runTests(tests: readonly CarriedTest[], terms: QueryingTerms): RanTest[] {
  return tests.map((test) => ({ test, result: runPolicyTestUnder(test.test, terms) }));
}

/** The tests, run under the terms of a publication; none for terms that are not in force by it. */
export function publicationTests(
  tests: readonly CarriedTest[],
  terms: QueryingTerms & Pick<QueryingPolicy, 'status'>,
): RanTest[] {
  return terms.status === 'published' ? runTests(tests, terms) : [];
}

/** The tests that fail. */
export function failedAmong(tests: readonly RanTest[]): RanTest[] {
  return tests.filter(({ result }) => !isPassed(result));
}

export function isPassed({ differences }: Pick<PolicyTestResult, 'differences'>): boolean {
  return differences.length === 0;
}

/** A refusal that names each failed test, what it expected and what it found. */
export function testsFailed(failing: readonly RanTest[]): DomainError {
  const texts = failing.map(
    ({ test, result }) => `${quoted(test.name)}: ${result.failures.join('; ')}`,
  );
  // A domain error bounds its message.
  const message = [`tests of the policy failed: ${String(failing.length)}`, ...texts].join('. ');
  return new DomainError('tests_failed', message, {
    errors: texts.map((text) => ({ detail: bounded(text) })),
  });
}

/** The payload of a change of a test. */
export function testChange(
  policy: Policy,
  { name, digest }: CarriedTest,
  principal: Principal,
  change: 'saved' | 'deleted',
): PayloadOf<typeof QueryingPolicyTestChanged> {
  const { id: policy_id, networkId: network_id, productId: product_id } = policy;
  const { entity_id } = principal;
  return { policy_id, network_id, product_id, change, name, digest, entity_id };
}
