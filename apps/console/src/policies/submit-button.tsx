import { simulateRecords, type NdxClient } from '@ndx/client';
import { useApi } from '../app/api.js';
import { ConfirmButton } from '../parts/confirm-button.js';
import { startOf } from '../parts/periods.js';
import type { DraftedPolicy, PolicyDraft } from './policy-kind.js';

/** Submits a draft for approval with the summary of its effect. */
export function SubmitButton({ policy, draft }: DraftedPolicy) {
  const { ndx } = useApi();
  const label = draft.submission === null ? 'Submit for approval' : 'Submit again';
  return (
    <ConfirmButton
      label={label}
      question={`${label}: ${policy.name}?`}
      size="xs"
      variant="light"
      act={() => submit(ndx, draft)}
    >
      {'policy_metadata' in draft
        ? 'The summary has the comparison, and the counts of a simulation over the records that the network accepted in the last 30 days, as your statement.'
        : 'The summary has the comparison, the newest completed simulation of exactly this draft, if there is one, and the results of the tests.'}{' '}
      The account that approves reads the same summary.
    </ConfirmButton>
  );
}

async function submit(ndx: NdxClient, draft: PolicyDraft) {
  const { policy_id, digest } = draft;
  const path = { policy_id };
  if (!('policy_metadata' in draft)) {
    return ndx.submitQueryingPolicyDraft({ path, body: { digest } });
  }
  if (draft.status === 'archived')
    return ndx.submitFurnishingPolicyDraft({ path, body: { digest } });
  const { policy_metadata } = draft;
  const sums = simulateRecords(ndx, policy_id, { policy_metadata, from: startOf('30d') });
  const record_simulation = await lastCounts(sums);
  return ndx.submitFurnishingPolicyDraft({ path, body: { digest, record_simulation } });
}

async function lastCounts(sums: ReturnType<typeof simulateRecords>) {
  let last;
  for await (const sum of sums) last = sum;
  if (last === undefined) throw new Error('the simulation has no page');
  const { from, to, examined_records, accepted_records, refused_records } = last;
  return { from, to, examined_records, accepted_records, refused_records };
}
