import type { Principal } from '@ndx/contracts';
import { Transactions } from '@ndx/messaging';
import { Injectable } from '@nestjs/common';
import { approvalInForce, approve, requireEffect } from '../domain/draft-approval.js';
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
   * @param seen the digests of the draft and, if they are to agree, of its comparison that the caller
   *   read
   * @throws RESOURCE_NOT_FOUND, PERMISSION_DENIED, RESOURCE_CONFLICT
   */
  approve<P extends Policy, D extends PolicyDraft>(
    kind: DraftKind<P, D>,
    principal: Principal,
    id: string,
    seen: { readonly digest: string; readonly summaryDigest: string | undefined },
  ): Promise<DraftOfPolicy<P, D>> {
    return this.transactions.run(async (tx) => {
      const policy = await kind.policies.loadToChange(principal, id, tx.manager);
      const found = requireDraft(await kind.drafts.find(id, tx.manager), seen.digest);
      requireEffect(kind.rules, { policy, draft: found }, seen.summaryDigest);
      if (
        approvalInForce(kind.rules, { policy, draft: found })?.accountId === principal.account_id
      ) {
        return { policy, draft: found };
      }
      const draft = approve(kind.rules, { policy, draft: found }, principal, new Date());
      await kind.drafts.save(tx.manager, policy.networkId, draft);
      const change = { change: 'approved', version: null, approval: draft.approval } as const;
      tx.publish(kind.changed, draftChange(policy, draft, principal, change));
      return { policy, draft };
    });
  }
}
