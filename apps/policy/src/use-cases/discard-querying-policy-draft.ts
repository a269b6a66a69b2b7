import { QueryingPolicyDraftChanged, type Principal } from '@ndx/contracts';
import { Transactions } from '@ndx/messaging';
import { Injectable } from '@nestjs/common';
import { approvalInForce } from '../domain/draft-approval.js';
import { draftChange, requireDraft, type DraftOfPolicy } from '../domain/querying-policy-draft.js';
import { QueryingPolicyDraftRepository } from '../storage/querying-policy-draft-repository.js';
import { QueryingPolicyRepository } from '../storage/querying-policy-repository.js';

/** `DELETE /v1/networks/policies/querying/{policy_id}/draft` (design 7). */
@Injectable()
export class DiscardQueryingPolicyDraft {
  constructor(
    private readonly transactions: Transactions,
    private readonly policies: QueryingPolicyRepository,
    private readonly drafts: QueryingPolicyDraftRepository,
  ) {}

  /**
   * @param digest of the draft that the caller read
   * @throws RESOURCE_NOT_FOUND, PERMISSION_DENIED, RESOURCE_CONFLICT
   */
  discard(principal: Principal, id: string, digest: string): Promise<DraftOfPolicy> {
    return this.transactions.run(async (tx) => {
      const policy = await this.policies.loadToChange(principal, id, tx.manager);
      const draft = requireDraft(await this.drafts.find(id, tx.manager), digest);
      await this.drafts.remove(tx.manager, draft);
      const change = {
        change: 'discarded',
        version: null,
        approval: approvalInForce(policy, draft),
      } as const;
      tx.publish(QueryingPolicyDraftChanged, draftChange(policy, draft, principal, change));
      return { policy, draft };
    });
  }
}
