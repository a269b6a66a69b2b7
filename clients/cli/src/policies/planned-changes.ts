import {
  NdxError,
  type NdxClient,
  type QueryingPolicy,
  type QueryingPolicyComparison,
} from '@ndx/client';
import { CliError } from '../cli-error.js';
import { onlyCarried, plannedTests, type PlannedTest } from './carried-tests.js';
import type { AnyFile } from './policy-file.js';
import type { PolicyFolder, StoredPolicy } from './policy-folder.js';
import { runCarriedTests, testsIn, type RanPolicyTest } from './policy-tests.js';

/** A file that differs from its policy, or has other tests than that carries. */
export interface PlannedChange extends StoredPolicy {
  readonly policy: QueryingPolicy;
  /** What publishing the file would mean. */
  readonly comparison: QueryingPolicyComparison;
  /** Whether the policy itself changes. */
  readonly changesPolicy: boolean;
  /** The tests that the policy shall carry. */
  readonly tests: readonly PlannedTest[];
  /** The results, under the file, of the tests that only the policy carries. */
  readonly carried: readonly RanPolicyTest[];
}

export const UNCHANGED = 'No policy would change.';

/** The statuses of a configuration that the server refuses. */
const REFUSED: readonly number[] = [400, 422];

/**
 * The files of a folder that would change their querying policy or its tests. A test that a policy carries and
 * the folder does not have stays.
 * @throws CliError (conflict) when a policy has another version than its file, CliError (invalid) for
 *   a configuration that the server refuses
 */
export async function plannedChanges(
  ndx: NdxClient,
  folder: PolicyFolder,
): Promise<readonly PlannedChange[]> {
  const changes: PlannedChange[] = [];
  const inFolder = await testsIn(folder);
  for (const stored of await folder.policies()) {
    const { policy_id, version, configuration } = stored.file;
    const path = { policy_id };
    const { data: policy } = await ndx.readQueryingPolicy({ path });
    if (policy.version !== version) throw moved(stored, policy.version);
    const { data: comparison } = await ndx
      .compareQueryingPolicy({ path, body: configuration })
      .catch(inFile(stored.name));
    const isRenamed = configuration.name !== undefined && configuration.name !== policy.name;
    const changesPolicy = comparison.changes.length > 0 || isRenamed;
    const { data: known } = await ndx.listQueryingPolicyTests({ path });
    const own = inFolder.filter(({ test }) => test.policy === stored.name);
    const tests = plannedTests(stored, own, known.tests);
    if (!changesPolicy && tests.length === 0) continue;
    const isTested = changesPolicy && (configuration.status ?? policy.status) === 'published';
    const carried = isTested ? await runCarriedTests(stored, onlyCarried(known.tests, own)) : [];
    changes.push({ ...stored, policy, comparison, changesPolicy, tests, carried });
  }
  return changes;
}

/** Names the file of what the server refuses. */
export function inFile(name: string) {
  return (error: unknown): never => {
    if (!(error instanceof NdxError) || !REFUSED.includes(error.status)) throw error;
    throw new CliError('invalid', `${name}: ${error.detail}`, {
      hint: 'Correct the file; its policy was not changed.',
      cause: error,
    });
  };
}

/** @throws CliError (invalid) for a folder without a policy */
export async function requirePolicy(folder: PolicyFolder): Promise<void> {
  if ((await folder.all()).length > 0) return;
  throw new CliError('invalid', `${folder.path} has no file of a policy`, {
    hint: 'Write the files with ndx policy pull, or name their directory.',
  });
}

/** The policy has another version than its file. */
export function moved({ name, file }: StoredPolicy<AnyFile>, version: number): CliError {
  return new CliError(
    'conflict',
    `the policy of ${name} is at version ${version}, not ${file.version}, on which the file is based`,
    { hint: 'Commit the file, run ndx policy pull, and make the change again on what it writes.' },
  );
}
