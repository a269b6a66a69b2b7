import { NdxError, type NdxClient } from '@ndx/client';
import type { PlannedChange } from './planned-changes.js';

/** The result of applying a file, with the version of its policy. */
export interface AppliedChange {
  readonly file: string;
  readonly policy_id: string;
  readonly state: 'published' | 'saved' | 'waits for approval';
  readonly version: number;
  /** Of the draft that waits. */
  readonly digest: string | null;
}

/**
 * Saves the configuration of a file as the next version of its policy: one that applies to queries,
 * or did, by a draft. Where the network requires an approval, the draft stays.
 * @throws NdxError, as the server refuses it
 */
export async function applyChange(
  ndx: NdxClient,
  { name, file, policy }: PlannedChange,
  comment: string | undefined,
): Promise<AppliedChange> {
  const { policy_id, version, configuration } = file;
  const path = { policy_id };
  const { status = policy.status, ...terms } = configuration;
  const applied = { file: name, policy_id, digest: null };
  if (status === 'draft') {
    const body = { ...configuration, expected_version: version };
    const { data: saved } = await ndx.configureQueryingPolicy({ path, body });
    return { ...applied, state: 'saved', version: saved.version };
  }
  const body = {
    ...terms,
    status,
    base_version: version,
    ...(comment !== undefined && { comment }),
  };
  const { data: draft } = await ndx.saveQueryingPolicyDraft({ path, body });
  const { digest } = draft;
  try {
    const { data: published } = await ndx.publishQueryingPolicyDraft({ path, body: { digest } });
    return { ...applied, state: 'published', version: published.version };
  } catch (error) {
    if (!(error instanceof NdxError) || error.reason !== 'approval_required') throw error;
    return { ...applied, state: 'waits for approval', version, digest };
  }
}
