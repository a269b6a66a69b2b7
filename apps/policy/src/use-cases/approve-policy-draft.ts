import type { Principal } from '@ndx/contracts';
import { Transactions } from '@ndx/messaging';
import { Injectable } from '@nestjs/common';
import { approve } from '../domain/draft-approval.js';
import {
  draftChange,
  requireDraft,
  type DraftOfPolicy,
  type PolicyDraft,
} from '../domain/policy-draft.js';
import type { Policy } from '../domain/policy.js';
import type { DraftKind } from './draft-kind.js';

/** `POST .../{policy_id}/draft/approve` (design 7). */
@Injectable()
export class ApprovePolicyDraft {
  constructor(private readonly transactions: Transactions) {}

  /**
   * Idempotent: the approval of the caller is confirmed by the same request again.
   * @param seen the digests of the draft and of the submitted summary that the caller read
   * @throws RESOURCE_NOT_FOUND, PERMISSION_DENIED, RESOURCE_CONFLICT
   */
  approve<P extends Policy, D extends PolicyDraft>(
    kind: DraftKind<P, D>,
    principal: Principal,
    id: string,
    seen: { readonly digest: string; readonly summaryDigest: string },
  ): Promise<DraftOfPolicy<P, D>> {
    return this.transactions.run(async (tx) => {
      const policy = await kind.policies.loadToChange(principal, id, tx.manager);
      const found = requireDraft(await kind.drafts.find(id, tx.manager), seen.digest);
      const tests = await kind.ranTests(tx.manager, found);
      const reading = { summaryDigest: seen.summaryDigest, tests };
      const draft = approve(kind.rules, { policy, draft: found }, reading, principal, new Date());
      if (draft === found) return { policy, draft };
      await kind.drafts.save(tx.manager, policy.networkId, draft);
      const change = { change: 'approved', version: null, approval: draft.approval } as const;
      tx.publish(kind.changed, draftChange(policy, draft, principal, change));
      return { policy, draft };
    });
  }
}
