import type { QueryingPolicyTest } from '@ndx/client';
import type {
  Difference,
  ExpectedOutcome,
  FoundOutcome,
  PolicyTest,
} from '@ndx/product-query/policy-test';
import { CliError } from '../cli-error.js';
import type { PolicyFolder, StoredPolicy } from './policy-folder.js';

/** The result of a test; it passed without a difference. */
export interface RanPolicyTest {
  /** In the folder; null for a test that only the policy on the server carries. */
  readonly file: string | null;
  readonly name: string;
  readonly policy: string;
  readonly passed: boolean;
  readonly expected: ExpectedOutcome;
  readonly found: FoundOutcome;
  readonly differences: readonly Difference[];
  /** The differences in sentences. */
  readonly failures: readonly string[];
}

/** A result of the decision, and whether the test passed. */
function withVerdict<R extends { readonly differences: readonly Difference[] }>(result: R) {
  return { passed: result.differences.length === 0, ...result };
}

/** A test in a folder, and its path there. */
export interface FolderTest {
  readonly file: string;
  readonly test: PolicyTest;
}

/** The decision of a query, loaded by the commands that need it only. */
const loadDecision = () => import('@ndx/product-query/policy-test');
type Decision = Awaited<ReturnType<typeof loadDecision>>;

/**
 * By name of their files; none for a folder without tests.
 * @throws CliError (invalid) for a file that is no test
 */
export async function testsIn(folder: PolicyFolder): Promise<readonly FolderTest[]> {
  const files = await folder.tests();
  if (files.length === 0) return [];
  const decision = await loadDecision();
  return files.map(({ file, text }) => ({
    file,
    test: inFile(decision, file, () => decision.parsePolicyTest(JSON.parse(text))),
  }));
}

/**
 * Runs the tests of a folder, by name of their files, without a server.
 * @returns none for a folder without tests
 * @throws CliError (invalid) for a file that is no test, or whose policy is missing or not valid
 */
export async function runPolicyTests(folder: PolicyFolder): Promise<readonly RanPolicyTest[]> {
  const tests = await testsIn(folder);
  if (tests.length === 0) return [];
  const decision = await loadDecision();
  const policies = await folder.policies();
  return tests.map(({ file, test }) => {
    const { name, policy, expected } = test;
    const stored = policies.find((each) => each.name === policy);
    if (!stored) {
      throw notATest(file, new Error(`policy must be a policy file of the directory: "${policy}"`));
    }
    const { configuration } = stored.file;
    const run = () => decision.runPolicyTest(test, configuration);
    const result = inFile(decision, `${file}: ${policy}`, run);
    return { file, name, policy, expected, ...withVerdict(result) };
  });
}

/**
 * Runs tests that a policy carries under the configuration in its file.
 * @throws CliError (invalid) for a file whose configuration is not valid
 */
export async function runCarriedTests(
  { name: policy, file: { configuration } }: StoredPolicy,
  carried: readonly Pick<QueryingPolicyTest, 'name' | 'test'>[],
): Promise<readonly RanPolicyTest[]> {
  if (carried.length === 0) return [];
  const decision = await loadDecision();
  return carried.map(({ name, test }) => {
    const parsed = decision.parsePolicyTest(test);
    const run = () => decision.runPolicyTest(parsed, configuration);
    const result = inFile(decision, `${policy}: "${name}"`, run);
    return { file: null, name, policy, expected: parsed.expected, ...withVerdict(result) };
  });
}

/** The file of a test, or the policy file whose policy carries it. */
export function placeOf({ file, policy }: RanPolicyTest): string {
  return file ?? `${policy}, on the server`;
}

const indented = (line: string) => `        ${line}`;

function inFile<T>({ PolicyTestFault }: Decision, file: string, run: () => T): T {
  try {
    return run();
  } catch (error) {
    if (!(error instanceof PolicyTestFault || error instanceof SyntaxError)) throw error;
    throw notATest(file, error);
  }
}

function notATest(file: string, cause: Error): CliError {
  return new CliError('invalid', `${file}: ${cause.message}`, {
    hint: 'Correct the file; the schema beside the tests lists its members.',
    cause,
  });
}

/** @throws CliError (failed test) with the failed ones */
export function requirePassed(tests: readonly RanPolicyTest[]): void {
  if (tests.every(({ passed }) => passed)) return;
  throw new CliError('failed test', `tests of policies failed\n${policyTestsText(tests)}`, {
    hint: 'Correct the policy or the test; nothing was sent.',
  });
}

/** One line for each test; below a failed one a line for each difference. */
export function policyTestsText(tests: readonly RanPolicyTest[]): string {
  const failed = tests.filter(({ passed }) => !passed).length;
  const lines = tests.flatMap((test) => [
    `${test.passed ? 'passed' : 'FAILED'}  ${placeOf(test)}: ${test.name}`,
    ...test.failures.map(indented),
  ]);
  return [...lines, `${tests.length - failed} passed, ${failed} failed`].join('\n');
}
