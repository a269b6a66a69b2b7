import { denied, DomainError, type Reason } from '@ndx/contracts';
import { Transactions, type Transaction } from '@ndx/messaging';
import { ownHeaders, SETTINGS, type ServiceSettings } from '@ndx/service';
import { Inject, Injectable } from '@nestjs/common';
import { ReviewedNetworks } from '../clients/reviewed-networks.js';
import { approvalInForce, publication } from '../domain/draft-approval.js';
import { draftChange, type PolicyDraft } from '../domain/policy-draft.js';
import { failedAmong } from '../domain/policy-test.js';
import type { Policy } from '../domain/policy.js';
import { dueSchedule, failedToPublish, schedulerOf } from '../domain/schedule-draft.js';
import { isGovernor, type DueDraft } from '../storage/policy-draft-repository.js';
import type { DraftKind } from './draft-kind.js';
import { DraftKinds } from './draft-kinds.js';
import { SavePublication } from './save-publication.js';

/** Due drafts that are in memory together. */
const AT_ONCE = 100;

/**
 * Publishes drafts at their time. The pair of a policy is locked and its draft read again, so that
 * one of several replicas publishes it, and none a draft that has changed.
 */
@Injectable()
export class PublishScheduledDrafts {
  private readonly ownHeaders: () => Record<string, string>;

  constructor(
    private readonly transactions: Transactions,
    private readonly kinds: DraftKinds,
    private readonly reviewed: ReviewedNetworks,
    private readonly publications: SavePublication,
    @Inject(SETTINGS) settings: ServiceSettings,
  ) {
    this.ownHeaders = ownHeaders(settings);
  }

  /**
   * Publishes each draft that is due, or records on it why it cannot be published. A fault at one
   * does not keep the others waiting.
   * @returns whether there was one
   * @throws AggregateError with the faults, for example OPERATION_FAILED when entity is unreachable,
   *   or a service that must apply the version; these drafts stay due
   */
  async publishDue(): Promise<boolean> {
    const due = await this.kinds.due(new Date(), AT_ONCE);
    const faults: unknown[] = [];
    for (const one of due) {
      const attempt =
        one.kind === 'querying'
          ? this.publishOne(this.kinds.querying, one)
          : this.publishOne(this.kinds.furnishing, one);
      await attempt.catch((fault: unknown) => faults.push(fault));
    }
    if (faults.length > 0) throw new AggregateError(faults, 'scheduled drafts were not published');
    return due.length > 0;
  }

  private async publishOne<P extends Policy, D extends PolicyDraft>(
    kind: DraftKind<P, D>,
    { policyId, networkId }: DueDraft,
  ): Promise<void> {
    const headers = this.ownHeaders();
    const isReviewed = await this.reviewed.includes(networkId, headers);
    try {
      const draft = await kind.drafts.find(policyId);
      if (draft) await kind.requireSources(networkId, draft, headers);
      await this.transactions.run((tx) => this.publish(kind, tx, policyId, isReviewed));
    } catch (error) {
      if (!(error instanceof DomainError) || error.code === 'OPERATION_FAILED') throw error;
      const { reason } = error;
      await this.transactions.run((tx) => this.recordFailure(kind, tx, policyId, reason));
    }
  }

  private async publish<P extends Policy, D extends PolicyDraft>(
    kind: DraftKind<P, D>,
    tx: Transaction,
    policyId: string,
    isReviewed: boolean,
  ): Promise<void> {
    const due = await this.loadDue(kind, tx, policyId);
    if (!due) return;
    const { before, draft, scheduled } = due;
    if (!(await isGovernor(tx.manager, scheduled, before.networkId))) {
      throw denied('role_missing', 'the account that scheduled the draft is no governor any more');
    }
    const failing = failedAmong(await kind.ranTests(tx.manager, draft));
    const terms = { failing, isReviewed, reason: undefined };
    const published = publication(kind.rules, { policy: before, draft }, terms);
    await this.publications.save(kind, tx, schedulerOf(scheduled), { before, published });
  }

  private async recordFailure<P extends Policy, D extends PolicyDraft>(
    kind: DraftKind<P, D>,
    tx: Transaction,
    policyId: string,
    reason: Reason,
  ): Promise<void> {
    const due = await this.loadDue(kind, tx, policyId);
    if (!due) return;
    const { before, scheduled } = due;
    const draft = failedToPublish(due.draft, scheduled, reason, new Date());
    await kind.drafts.save(tx.manager, before.networkId, draft);
    const approval = approvalInForce(kind.rules, { policy: before, draft });
    const change = { change: 'not_published', version: null, approval } as const;
    tx.publish(kind.changed, draftChange(before, draft, schedulerOf(scheduled), change));
  }

  private async loadDue<P extends Policy, D extends PolicyDraft>(
    kind: DraftKind<P, D>,
    tx: Transaction,
    policyId: string,
  ) {
    const before = await kind.policies.loadScheduled(policyId, tx.manager);
    const draft = await kind.drafts.find(policyId, tx.manager);
    const scheduled = dueSchedule(draft, new Date());
    return draft && scheduled ? { before, draft, scheduled } : undefined;
  }
}
