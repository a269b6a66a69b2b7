import { writeFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import type { SavedPolicyTest } from '@ndx/client';
import type { PolicyTest } from '@ndx/product-query/policy-test';
import { CliError } from '../cli-error.js';
import { PolicyFolder, TEST_SCHEMA, TESTS, type StoredPolicy } from './policy-folder.js';

export interface SavedTestFile {
  readonly file: string;
  readonly test: PolicyTest;
}

/**
 * Writes a past query as a test of the policy file beside its folder, if it passes there.
 * @param out the path of the file, which must not exist, and the name of the test
 * @throws CliError (failed test) when the policy file gives another answer, CliError (invalid) for a
 *   path outside of a folder of tests, or without the file of the policy, CliError (conflict)
 */
export async function saveTest(
  { policy_id, policy_version, test: shaped }: SavedPolicyTest,
  { path, name }: { readonly path: string; readonly name: string | undefined },
): Promise<SavedTestFile> {
  const policy = await policyFileOf(path, policy_id);
  const { parsePolicyTest, runPolicyTest } = await import('@ndx/product-query/policy-test');
  const named = { ...shaped, ...(name !== undefined && { name }), policy: policy.name };
  const test = parsePolicyTest(named);
  const { failures } = runPolicyTest(test, policy.file.configuration);
  if (failures.length > 0) {
    throw new CliError(
      'failed test',
      [
        `${policy.name}, based on version ${policy.file.version}, answers the query otherwise than version ${String(policy_version)} did`,
        ...failures,
      ].join('\n'),
      { hint: 'Nothing was written. Save the test of a query that this policy answered.' },
    );
  }
  await writeNew(path, { $schema: `./${TEST_SCHEMA}`, ...test });
  return { file: path, test };
}

async function policyFileOf(path: string, policyId: string | null): Promise<StoredPolicy> {
  const tests = dirname(resolve(path));
  if (basename(tests) !== TESTS || !path.endsWith('.json')) {
    throw new CliError('invalid', `${path} is no JSON file in a folder ${TESTS}`, {
      hint: `Name a file such as ${join('policies', TESTS, 'past-query.json')}.`,
    });
  }
  if (policyId === null) {
    throw new CliError('invalid', 'the built-in default decided the query; it has no file', {
      hint: 'Create a policy, and save the test of a query that it answered.',
    });
  }
  const policies = await new PolicyFolder(dirname(tests)).policies();
  const policy = policies.find(({ file }) => file.policy_id === policyId);
  if (policy) return policy;
  throw new CliError('invalid', `${dirname(tests)} has no file of policy ${policyId}`, {
    hint: 'Write it with ndx policy pull.',
  });
}

async function writeNew(path: string, content: object): Promise<void> {
  try {
    await writeFile(path, `${JSON.stringify(content, null, 2)}\n`, { flag: 'wx' });
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
    throw new CliError('conflict', `${path} exists`, {
      hint: 'Name another file.',
      cause: error,
    });
  }
}
