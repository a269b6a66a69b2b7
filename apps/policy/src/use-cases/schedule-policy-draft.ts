import { requireRole, type Principal } from '@ndx/contracts';
import { Transactions } from '@ndx/messaging';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { ReviewedNetworks } from '../clients/reviewed-networks.js';
import { approvalInForce } from '../domain/draft-approval.js';
import {
  draftChange,
  requireDraft,
  type DraftOfPolicy,
  type PolicyDraft,
} from '../domain/policy-draft.js';
import { failedAmong } from '../domain/policy-test.js';
import type { Policy } from '../domain/policy.js';
import { schedule } from '../domain/schedule-draft.js';
import type { DraftKind } from './draft-kind.js';

/** `PUT`, `DELETE .../{policy_id}/draft/schedule` (design 7). */
@Injectable()
export class SchedulePolicyDraft {
  constructor(
    private readonly transactions: Transactions,
    private readonly reviewed: ReviewedNetworks,
  ) {}

  /**
   * @param digest of the draft that the caller read
   * @throws RESOURCE_NOT_FOUND, PERMISSION_DENIED, RESOURCE_CONFLICT, VALIDATION_ERROR
   */
  async schedule<P extends Policy, D extends PolicyDraft>(
    kind: DraftKind<P, D>,
    principal: Principal,
    id: string,
    { digest, publishAt }: { readonly digest: string; readonly publishAt: Date },
  ): Promise<DraftOfPolicy<P, D>> {
    const { networkId } = await kind.policies.load(principal, id);
    requireRole(principal, networkId, 'governor');
    const seen = await kind.drafts.find(id);
    if (seen) await kind.requireSources(networkId, seen);
    const isReviewed = await this.reviewed.includes(networkId);
    return this.change(kind, principal, id, digest, async (policy, draft, manager) => {
      const failing = failedAmong(await kind.ranTests(manager, draft));
      const terms = { failing, publishAt, isReviewed };
      return schedule(kind.rules, { policy, draft }, terms, principal, new Date());
    });
  }

  /**
   * @param digest of the draft that the caller read
   * @throws RESOURCE_NOT_FOUND, PERMISSION_DENIED, RESOURCE_CONFLICT
   */
  withdraw<P extends Policy, D extends PolicyDraft>(
    kind: DraftKind<P, D>,
    principal: Principal,
    id: string,
    digest: string,
  ): Promise<DraftOfPolicy<P, D>> {
    const withdrawn = async (_: P, draft: D) => ({ ...draft, schedule: null });
    return this.change(kind, principal, id, digest, withdrawn);
  }

  private change<P extends Policy, D extends PolicyDraft>(
    kind: DraftKind<P, D>,
    principal: Principal,
    id: string,
    digest: string,
    apply: (policy: P, draft: D, manager: EntityManager) => Promise<D>,
  ): Promise<DraftOfPolicy<P, D>> {
    return this.transactions.run(async (tx) => {
      const policy = await kind.policies.loadToChange(principal, id, tx.manager);
      const before = requireDraft(await kind.drafts.find(id, tx.manager), digest);
      const draft = await apply(policy, before, tx.manager);
      if (draft.schedule === before.schedule) return { policy, draft };
      await kind.drafts.save(tx.manager, policy.networkId, draft);
      const change = {
        change: draft.schedule ? 'scheduled' : 'unscheduled',
        version: null,
        approval: approvalInForce(kind.rules, { policy, draft }),
      } as const;
      tx.publish(kind.changed, draftChange(policy, draft, principal, change));
      return { policy, draft };
    });
  }
}
