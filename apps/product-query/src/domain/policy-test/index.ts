import { differencesOf, type Difference } from './compare-outcome.js';
import type { PolicyTest } from './policy-test.js';
import { decidePolicyTest, type FoundOutcome } from './run-policy-test.js';
import { testedPolicy } from './tested-policy.js';

export { PolicyTestFault } from './policy-test-fault.js';
export { parsePolicyTest, type ExpectedOutcome, type PolicyTest } from './policy-test.js';
export { policyTestSchema } from './test-parts.js';
export type { Difference, FoundOutcome };

/** The result of a test: it passes without a difference. */
export interface PolicyTestResult {
  readonly found: FoundOutcome;
  readonly differences: readonly Difference[];
}

/**
 * Decides the query of a test under a configuration, by the functions that decide a query.
 * @param configuration of the file of a policy
 * @throws PolicyTestFault for a configuration that the server would refuse
 */
export function runPolicyTest(test: PolicyTest, configuration: unknown): PolicyTestResult {
  const found = decidePolicyTest(test, testedPolicy(configuration));
  return { found, differences: differencesOf(test.expected, found) };
}
