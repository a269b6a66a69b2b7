import { CliError } from '../cli-error.js';
import type { PolicyFolder } from './policy-folder.js';
import type { Difference, ExpectedOutcome, FoundOutcome } from '@ndx/product-query/policy-test';

/** The result of the test in a file; it passed without a difference. */
export interface RanPolicyTest {
  readonly file: string;
  readonly name: string;
  readonly policy: string;
  readonly passed: boolean;
  readonly expected: ExpectedOutcome;
  readonly found: FoundOutcome;
  readonly differences: readonly Difference[];
}

/**
 * Runs the tests of a folder, by name of their files, without a server.
 * @returns none for a folder without tests
 * @throws CliError (invalid) for a file that is no test, or whose policy is missing or not valid
 */
export async function runPolicyTests(folder: PolicyFolder): Promise<readonly RanPolicyTest[]> {
  const files = await folder.tests();
  if (files.length === 0) return [];
  // The decision is loaded by the commands that need it only.
  const { parsePolicyTest, PolicyTestFault, runPolicyTest } =
    await import('@ndx/product-query/policy-test');
  const policies = await folder.policies();
  const inFile = <T>(file: string, run: () => T): T => {
    try {
      return run();
    } catch (error) {
      if (!(error instanceof PolicyTestFault || error instanceof SyntaxError)) throw error;
      throw notATest(file, error);
    }
  };
  return files.map(({ file, text }) => {
    const test = inFile(file, () => parsePolicyTest(JSON.parse(text)));
    const { name, policy, expected } = test;
    const stored = policies.find((each) => each.name === policy);
    if (!stored) {
      throw notATest(file, new Error(`policy must be a policy file of the directory: "${policy}"`));
    }
    const { configuration } = stored.file;
    const { found, differences } = inFile(`${file}: ${policy}`, () =>
      runPolicyTest(test, configuration),
    );
    return { file, name, policy, passed: differences.length === 0, expected, found, differences };
  });
}

function notATest(file: string, cause: Error): CliError {
  return new CliError('invalid', `${file}: ${cause.message}`, {
    hint: 'Correct the file; the schema beside the tests lists its members.',
    cause,
  });
}

/**
 * Runs the tests of a folder, which may have none.
 * @throws CliError (failed test) with the failed ones, else as `runPolicyTests`
 */
export async function requirePassedTests(folder: PolicyFolder): Promise<void> {
  const tests = await runPolicyTests(folder);
  if (tests.every(({ passed }) => passed)) return;
  throw new CliError('failed test', `tests of policies failed\n${policyTestsText(tests)}`, {
    hint: 'Correct the policy or the test; nothing was sent.',
  });
}

/** One line for each test; below a failed one a line for each difference. */
export function policyTestsText(tests: readonly RanPolicyTest[]): string {
  const failed = tests.filter(({ passed }) => !passed).length;
  const lines = tests.flatMap((test) => [
    `${test.passed ? 'passed' : 'FAILED'}  ${test.file}: ${test.name}`,
    ...failureLines(test).map((line) => `        ${line}`),
  ]);
  return [...lines, `${tests.length - failed} passed, ${failed} failed`].join('\n');
}

/** What a failed test expected and found. */
export function failureLines({ passed, expected, found, differences }: RanPolicyTest): string[] {
  if (passed) return [];
  const because = (reasons: readonly string[]) =>
    reasons.length === 0 ? '' : ` (${reasons.join(', ')})`;
  const { outcome, reason } = expected;
  return [
    `expected ${outcome}${because(reason === undefined ? [] : [reason])}, found ${found.outcome}${because(found.reasons)}`,
    ...differences
      .filter(({ member }) => member !== 'outcome' && member !== 'reason')
      .map(
        (each) =>
          `${each.member}: expected ${JSON.stringify(each.expected)}, found ${JSON.stringify(each.found)}`,
      ),
  ];
}
