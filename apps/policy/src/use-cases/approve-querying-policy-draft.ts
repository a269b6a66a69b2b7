import { QueryingPolicyDraftChanged, type Principal } from '@ndx/contracts';
import { Transactions } from '@ndx/messaging';
import { Injectable } from '@nestjs/common';
import { approvalInForce, approve } from '../domain/draft-approval.js';
import { draftChange, requireDraft, type DraftOfPolicy } from '../domain/querying-policy-draft.js';
import { QueryingPolicyDraftRepository } from '../storage/querying-policy-draft-repository.js';
import { QueryingPolicyRepository } from '../storage/querying-policy-repository.js';

/** `POST /v1/networks/policies/querying/{policy_id}/draft/approve` (design 7). */
@Injectable()
export class ApproveQueryingPolicyDraft {
  constructor(
    private readonly transactions: Transactions,
    private readonly policies: QueryingPolicyRepository,
    private readonly drafts: QueryingPolicyDraftRepository,
  ) {}

  /**
   * Idempotent: the approval of the caller is confirmed by the same request again.
   * @param digest of the draft that the caller read
   * @throws RESOURCE_NOT_FOUND, PERMISSION_DENIED, RESOURCE_CONFLICT
   */
  approve(principal: Principal, id: string, digest: string): Promise<DraftOfPolicy> {
    return this.transactions.run(async (tx) => {
      const policy = await this.policies.loadToChange(principal, id, tx.manager);
      const found = requireDraft(await this.drafts.find(id, tx.manager), digest);
      if (approvalInForce(policy, found)?.accountId === principal.account_id) {
        return { policy, draft: found };
      }
      const draft = approve(policy, found, principal, new Date());
      await this.drafts.save(tx.manager, draft);
      const change = { change: 'approved', version: null, approval: draft.approval } as const;
      tx.publish(QueryingPolicyDraftChanged, draftChange(policy, draft, principal, change));
      return { policy, draft };
    });
  }
}
