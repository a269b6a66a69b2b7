import {
  NdxError,
  type FurnishingPolicy,
  type FurnishingPolicyDraft,
  type NdxClient,
} from '@ndx/client';
import { lastDays } from '../period/period.js';
import type { AppliedChange } from './apply-change.js';
import { inFile } from './planned-changes.js';
import type { PlannedFurnishing } from './planned-furnishing.js';
import { statedRecords } from './simulated-records.js';

/** A result, and the policy that it made; null for a draft that waits. */
interface AppliedFurnishing {
  readonly applied: AppliedChange;
  readonly policy: FurnishingPolicy | null;
}

/**
 * Saves the configuration of a file: by a draft whose publication starts the next version, which has
 * an id of its own, or directly where the policy does not start. Where the network requires an
 * approval, the draft is submitted for it, with the counts of the last 30 days.
 * @param draft the one of the caller that the change replaces, and the comment on the new one
 * @throws NdxError, as the server refuses it
 */
export async function applyFurnishing(
  ndx: NdxClient,
  { name, file: { policy_id, version }, terms }: PlannedFurnishing,
  draft: {
    readonly replaced: FurnishingPolicyDraft | undefined;
    readonly comment: string | undefined;
  },
): Promise<AppliedFurnishing> {
  const path = { policy_id };
  const { replaced, comment = replaced?.comment ?? undefined } = draft;
  const applied = { file: name, policy_id, digest: null, submission: null, tests: [] };
  const made = (state: AppliedChange['state'], policy: FurnishingPolicy): AppliedFurnishing => {
    const { id, version } = policy;
    return { applied: { ...applied, policy_id: id, state, version }, policy };
  };
  const { status, ...unstarted } = terms;
  if (status === undefined) {
    const body = { ...unstarted, expected_version: version };
    const { data } = await ndx.configureFurnishingPolicy({ path, body }).catch(inFile(name));
    return made('saved', data);
  }
  const body = {
    ...terms,
    base_version: version,
    ...(replaced && { expected_digest: replaced.digest }),
    ...(comment !== undefined && { comment }),
  };
  const { digest } = (await ndx.saveFurnishingPolicyDraft({ path, body })).data;
  try {
    const { data } = await ndx.publishFurnishingPolicyDraft({ path, body: { digest } });
    return made('published', data);
  } catch (error) {
    if (!(error instanceof NdxError) || error.reason !== 'approval_required') throw error;
    const stated = { digest, ...(await statedRecords(ndx, policy_id, lastDays())) };
    const { data } = await ndx.submitFurnishingPolicyDraft({ path, body: stated });
    const { submission } = data;
    const waits = { state: 'waits for approval', version, digest, submission } as const;
    return { applied: { ...applied, ...waits }, policy: null };
  }
}
