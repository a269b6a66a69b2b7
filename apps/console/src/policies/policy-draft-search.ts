import type { OpenPolicyDraft } from '@ndx/client';
import { oneOf, searchReader } from '../parts/search.js';

export const readDraftSearch = searchReader({ approval: oneOf(['yours']) });

/** Whether a draft was submitted, and an account that governs its network can approve it. */
export function awaitsApprovalOf(
  { account_id: accountId }: { readonly account_id: string },
  { awaits_approval: awaits, submission, editor_account_ids: editors }: OpenPolicyDraft,
): boolean {
  return awaits && submission !== null && !editors.includes(accountId);
}
