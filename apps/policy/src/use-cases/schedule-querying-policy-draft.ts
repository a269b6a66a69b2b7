import { QueryingPolicyDraftChanged, requireRole, type Principal } from '@ndx/contracts';
import { Transactions } from '@ndx/messaging';
import { Injectable } from '@nestjs/common';
import { ReviewedNetworks } from '../clients/reviewed-networks.js';
import { approvalInForce } from '../domain/draft-approval.js';
import { schedule } from '../domain/schedule-draft.js';
import {
  draftChange,
  requireDraft,
  type DraftOfPolicy,
  type QueryingPolicyDraft,
} from '../domain/querying-policy-draft.js';
import type { QueryingPolicy } from '../domain/querying-policy.js';
import { QueryingPolicyDraftRepository } from '../storage/querying-policy-draft-repository.js';
import { QueryingPolicyRepository } from '../storage/querying-policy-repository.js';
import { CheckSelections } from './check-selections.js';

/** `PUT`, `DELETE /v1/networks/policies/querying/{policy_id}/draft/schedule` (design 7). */
@Injectable()
export class ScheduleQueryingPolicyDraft {
  constructor(
    private readonly transactions: Transactions,
    private readonly policies: QueryingPolicyRepository,
    private readonly drafts: QueryingPolicyDraftRepository,
    private readonly selections: CheckSelections,
    private readonly reviewed: ReviewedNetworks,
  ) {}

  /**
   * @param digest of the draft that the caller read
   * @throws RESOURCE_NOT_FOUND, PERMISSION_DENIED, RESOURCE_CONFLICT, VALIDATION_ERROR
   */
  async schedule(
    principal: Principal,
    id: string,
    { digest, publishAt }: { readonly digest: string; readonly publishAt: Date },
  ): Promise<DraftOfPolicy> {
    const { networkId } = await this.policies.load(principal, id);
    requireRole(principal, networkId, 'governor');
    const seen = await this.drafts.find(id);
    if (seen) await this.selections.requireSources(networkId, seen.modelSelections);
    const isReviewed = await this.reviewed.includes(networkId);
    return this.change(principal, id, digest, (policy, draft) =>
      schedule(policy, draft, { publishAt, isReviewed }, principal, new Date()),
    );
  }

  /**
   * @param digest of the draft that the caller read
   * @throws RESOURCE_NOT_FOUND, PERMISSION_DENIED, RESOURCE_CONFLICT
   */
  withdraw(principal: Principal, id: string, digest: string): Promise<DraftOfPolicy> {
    return this.change(principal, id, digest, (_, draft) => ({ ...draft, schedule: null }));
  }

  private change(
    principal: Principal,
    id: string,
    digest: string,
    apply: (policy: QueryingPolicy, draft: QueryingPolicyDraft) => QueryingPolicyDraft,
  ): Promise<DraftOfPolicy> {
    return this.transactions.run(async (tx) => {
      const policy = await this.policies.loadToChange(principal, id, tx.manager);
      const before = requireDraft(await this.drafts.find(id, tx.manager), digest);
      const draft = apply(policy, before);
      if (draft.schedule === before.schedule) return { policy, draft };
      await this.drafts.save(tx.manager, draft);
      const change = {
        change: draft.schedule ? 'scheduled' : 'unscheduled',
        version: null,
        approval: approvalInForce(policy, draft),
      } as const;
      tx.publish(QueryingPolicyDraftChanged, draftChange(policy, draft, principal, change));
      return { policy, draft };
    });
  }
}
