import { kybCertificate, type Dataset } from '@ndx/catalog';
import { differencesOf, failuresOf, type Difference } from './compare-outcome.js';
import type { FoundOutcome, FoundSection } from './found-outcome.js';
import { templateOf, type ExpectedOutcome, type PolicyTest } from './policy-test.js';
import { decidePolicyTest } from './run-policy-test.js';
import { policyWith, testedPolicy, type TestedRules } from './tested-policy.js';

export { PolicyTestFault } from './policy-test-fault.js';
export {
  parsePolicyTest,
  type ExpectedOutcome,
  type PolicyTest,
  type TestedConsent,
  type TestedRecord,
} from './policy-test.js';
export { attestationsIn, testedCandidates } from './tested-facts.js';
export { testedPolicy, type TestedRules } from './tested-policy.js';
export { digestOfTerms, type SimulatedTerms } from './digest-of-terms.js';
export { requiresModel } from '../policy/querying-policy.js';
export { askPolicy } from '../policy-questions/ask-policy.js';
export { productOfFile } from '../policy-questions/dataset-named.js';
export type {
  NeverSource,
  PolicyAnswer,
  PolicyQuestion,
} from '../policy-questions/policy-question.js';
export { policyTestSchema } from './template-test-parts.js';
export type { Difference, FoundOutcome, FoundSection };

/** The result of a test: it passes without a difference. */
export interface PolicyTestResult {
  readonly found: FoundOutcome;
  readonly differences: readonly Difference[];
  /** The differences in sentences for people. */
  readonly failures: readonly string[];
}

/**
 * Decides the query of a test under a configuration, by the functions that decide a query.
 * @param configuration of the file of a policy
 * @throws PolicyTestFault for a configuration that the server would refuse
 */
export function runPolicyTest(test: PolicyTest, configuration: unknown): PolicyTestResult {
  return resultUnder(test, testedPolicy(datasetOf(test), configuration));
}

/**
 * The same under rules that the server has checked.
 * @param rules as in force, whatever the status of their policy
 */
export function runPolicyTestUnder(test: PolicyTest, rules: TestedRules): PolicyTestResult {
  return resultUnder(test, policyWith(datasetOf(test), rules));
}

/** The product or template that the test queries. */
export function datasetOf(test: PolicyTest): Dataset {
  return templateOf(test) ?? kybCertificate;
}

function resultUnder(test: PolicyTest, policy: ReturnType<typeof policyWith>): PolicyTestResult {
  return policyTestResult(test.expected, decidePolicyTest(test, policy));
}

/** The result of a test whose query was answered, by these functions or by a network. */
export function policyTestResult(expected: ExpectedOutcome, found: FoundOutcome): PolicyTestResult {
  const differences = differencesOf(expected, found);
  return { found, differences, failures: failuresOf(expected, found, differences) };
}
