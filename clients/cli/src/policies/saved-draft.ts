import type { FurnishingPolicyComparison, NdxClient, QueryingPolicyComparison } from '@ndx/client';
import { comparisonText } from '../comparison-text.js';
import { members } from '../output.js';
import { summaryText } from '../summary-text.js';
import { termsOf, type PolicyDraft, type PolicyKind } from './policy-kind.js';

/** A saved draft, and what its publication would change. */
interface SavedDraft {
  readonly draft: PolicyDraft;
  readonly comparison: QueryingPolicyComparison | FurnishingPolicyComparison;
}

export async function saveDraft(
  ndx: NdxClient,
  kind: PolicyKind,
  policy_id: string,
  body: { readonly base_version: number },
): Promise<SavedDraft> {
  const path = { policy_id };
  const { data: draft } = await ndx[`save${kind}PolicyDraft`]({ path, body });
  const { data: comparison } = await ndx[`compare${kind}Policy`]({ path, body: termsOf(draft) });
  return { draft, comparison };
}

export function savedText({ draft, comparison }: SavedDraft): string {
  return [draftText(draft), comparisonText(comparison)].join('\n\n');
}

/** The submitted summary of a draft, with the digests that an approval names. */
export function submissionText({ digest, submission }: PolicyDraft): string[] {
  if (!submission) return [];
  const { account_id: submitted_by, submitted_at, summary, summary_digest } = submission;
  return [
    summaryText(summary),
    members({ submitted_by, submitted_at, draft_digest: digest, summary_digest }),
  ];
}

export function draftText(draft: PolicyDraft) {
  const { digest, base_version, account_id: author, saved_at, comment, approval, schedule } = draft;
  const lines = members({
    ...{ digest, base_version, author, saved_at, comment },
    ...(schedule && {
      publish_at: schedule.publish_at,
      scheduled_by: schedule.account_id,
      not_published: schedule.failure?.reason,
    }),
  });
  const given =
    approval && members({ approver: approval.account_id, approved_at: approval.approved_at });
  return [lines, ...submissionText(draft), ...(given ? [given] : [])].join('\n\n');
}
