import type { Principal } from '@ndx/contracts';
import { Transactions } from '@ndx/messaging';
import { Injectable } from '@nestjs/common';
import { approvalInForce } from '../domain/draft-approval.js';
import {
  draftChange,
  requireDraft,
  type DraftOfPolicy,
  type PolicyDraft,
} from '../domain/policy-draft.js';
import type { Policy } from '../domain/policy.js';
import type { DraftKind } from './draft-kind.js';

/** `DELETE .../{policy_id}/draft` (design 7). */
@Injectable()
export class DiscardPolicyDraft {
  constructor(private readonly transactions: Transactions) {}

  /**
   * @param digest of the draft that the caller read
   * @throws RESOURCE_NOT_FOUND, PERMISSION_DENIED, RESOURCE_CONFLICT
   */
  discard<P extends Policy, D extends PolicyDraft>(
    kind: DraftKind<P, D>,
    principal: Principal,
    id: string,
    digest: string,
  ): Promise<DraftOfPolicy<P, D>> {
    return this.transactions.run(async (tx) => {
      const policy = await kind.policies.loadToChange(principal, id, tx.manager);
      const draft = requireDraft(await kind.drafts.find(id, tx.manager), digest);
      await kind.drafts.remove(tx.manager, draft);
      const change = {
        change: 'discarded',
        version: null,
        approval: approvalInForce(kind.rules, { policy, draft }),
      } as const;
      tx.publish(kind.changed, draftChange(policy, draft, principal, change));
      return { policy, draft };
    });
  }
}
