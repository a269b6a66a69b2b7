import {
  NdxError,
  type NdxClient,
  type QueryingPolicy,
  type QueryingPolicyComparison,
} from '@ndx/client';
import { CliError } from '../cli-error.js';
import type { PolicyFolder, StoredPolicy } from './policy-folder.js';

/** A file that differs from its policy, and what publishing it would mean. */
export interface PlannedChange extends StoredPolicy {
  readonly policy: QueryingPolicy;
  readonly comparison: QueryingPolicyComparison;
}

/** The statuses of a configuration that the server refuses. */
const REFUSED: readonly number[] = [400, 422];

/**
 * The files of a folder that would change their policy.
 * @throws CliError (conflict) when a policy has another version than its file, CliError (invalid) for
 *   a configuration that the server refuses
 */
export async function plannedChanges(
  ndx: NdxClient,
  folder: PolicyFolder,
): Promise<readonly PlannedChange[]> {
  const changes: PlannedChange[] = [];
  for (const stored of await folder.policies()) {
    const { policy_id, version, configuration } = stored.file;
    const path = { policy_id };
    const { data: policy } = await ndx.readQueryingPolicy({ path });
    if (policy.version !== version) throw moved(stored, policy.version);
    const { data: comparison } = await ndx
      .compareQueryingPolicy({ path, body: configuration })
      .catch(inFile(stored));
    const isRenamed = configuration.name !== undefined && configuration.name !== policy.name;
    if (comparison.changes.length === 0 && !isRenamed) continue;
    changes.push({ ...stored, policy, comparison });
  }
  return changes;
}

function inFile({ name }: StoredPolicy) {
  return (error: unknown): never => {
    if (!(error instanceof NdxError) || !REFUSED.includes(error.status)) throw error;
    throw new CliError('invalid', `${name}: ${error.detail}`, {
      hint: 'Correct the file; nothing was changed.',
      cause: error,
    });
  };
}

function moved({ name, file }: StoredPolicy, version: number): CliError {
  return new CliError(
    'conflict',
    `the policy of ${name} is at version ${version}, not ${file.version}, on which the file is based`,
    { hint: 'Commit the file, run ndx policy pull, and make the change again on what it writes.' },
  );
}
