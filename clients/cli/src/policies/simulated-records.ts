import {
  simulateRecords,
  type NdxClient,
  type RecordSimulation,
  type SimulateFurnishingPolicy,
} from '@ndx/client';
import { CliError } from '../cli-error.js';
import { Progress } from '../furnish/progress.js';

const DAY_MS = 86_400_000;

/** Adds the pages of a simulation over past records, with progress in days of the period. */
export async function simulatedRecords(
  ndx: NdxClient,
  policy_id: string,
  body: SimulateFurnishingPolicy,
): Promise<RecordSimulation> {
  let progress: Progress | undefined;
  let last: RecordSimulation | undefined;
  for await (const sum of simulateRecords(ndx, policy_id, body)) {
    const daysUntil = (time: string) =>
      Math.floor((Date.parse(time) - Date.parse(sum.from)) / DAY_MS);
    progress ??= new Progress(daysUntil(sum.to), 0, 'days');
    progress.update(daysUntil(sum.examined_until));
    last = sum;
  }
  progress?.end();
  if (last === undefined) throw new Error('the simulation has no page');
  return last;
}

/** The counts of the draft of a furnishing policy, to be stated; none for one that ends the policy. */
export async function statedRecords(
  ndx: NdxClient,
  policy_id: string,
  times: { readonly from: string; readonly to?: string },
) {
  const { data } = await ndx.readFurnishingPolicyDraft({ path: { policy_id } });
  if (data.status === 'archived') return {};
  const { policy_metadata } = data;
  const { from, to, examined_records, accepted_records, refused_records } = await simulatedRecords(
    ndx,
    policy_id,
    { policy_metadata, ...times },
  );
  return { record_simulation: { from, to, examined_records, accepted_records, refused_records } };
}

/** The rules of the draft of a furnishing policy. @throws CliError when it ends the policy */
export async function draftedAcceptance(ndx: NdxClient, policy_id: string): Promise<object> {
  const { data } = await ndx.readFurnishingPolicyDraft({ path: { policy_id } });
  if (data.status === 'archived') {
    throw new CliError('usage', 'the draft ends the policy, so it has no rules to simulate', {
      hint: 'Give the rules as JSON, such as {"policy_metadata": {"max_age_days": 365}}.',
    });
  }
  return { policy_metadata: data.policy_metadata };
}
