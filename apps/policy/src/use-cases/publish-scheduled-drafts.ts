import { denied, DomainError, QueryingPolicyDraftChanged, type Reason } from '@ndx/contracts';
import { Transactions, type Transaction } from '@ndx/messaging';
import { ownHeaders, SETTINGS, type ServiceSettings } from '@ndx/service';
import { Inject, Injectable } from '@nestjs/common';
import { ReviewedNetworks } from '../clients/reviewed-networks.js';
import { approvalInForce, publication } from '../domain/draft-approval.js';
import { dueSchedule, failedToPublish, schedulerOf } from '../domain/schedule-draft.js';
import { draftChange } from '../domain/querying-policy-draft.js';
import {
  QueryingPolicyDraftRepository,
  type DueDraft,
} from '../storage/querying-policy-draft-repository.js';
import { QueryingPolicyRepository } from '../storage/querying-policy-repository.js';
import { CheckSelections } from './check-selections.js';
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
    private readonly policies: QueryingPolicyRepository,
    private readonly drafts: QueryingPolicyDraftRepository,
    private readonly selections: CheckSelections,
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
    const due = await this.drafts.due(new Date(), AT_ONCE);
    const faults: unknown[] = [];
    for (const one of due) {
      await this.publishOne(one).catch((fault: unknown) => faults.push(fault));
    }
    if (faults.length > 0) throw new AggregateError(faults, 'scheduled drafts were not published');
    return due.length > 0;
  }

  private async publishOne({ policyId, networkId, modelSelections }: DueDraft): Promise<void> {
    const headers = this.ownHeaders();
    const isReviewed = await this.reviewed.includes(networkId, headers);
    try {
      await this.selections.requireSources(networkId, modelSelections, headers);
      await this.transactions.run((tx) => this.publish(tx, policyId, isReviewed));
    } catch (error) {
      if (!(error instanceof DomainError) || error.code === 'OPERATION_FAILED') throw error;
      const { reason } = error;
      await this.transactions.run((tx) => this.recordFailure(tx, policyId, reason));
    }
  }

  private async publish(tx: Transaction, policyId: string, isReviewed: boolean): Promise<void> {
    const due = await this.loadDue(tx, policyId);
    if (!due) return;
    const { before, draft, scheduled } = due;
    if (!(await this.drafts.isGovernor(tx.manager, scheduled, before.networkId))) {
      throw denied('role_missing', 'the account that scheduled the draft is no governor any more');
    }
    const published = publication(before, draft, { isReviewed, reason: undefined });
    await this.publications.save(tx, schedulerOf(scheduled), { before, published });
  }

  private async recordFailure(tx: Transaction, policyId: string, reason: Reason): Promise<void> {
    const due = await this.loadDue(tx, policyId);
    if (!due) return;
    const { before, scheduled } = due;
    const draft = failedToPublish(due.draft, scheduled, reason, new Date());
    await this.drafts.save(tx.manager, draft);
    const approval = approvalInForce(before, draft);
    const change = { change: 'not_published', version: null, approval } as const;
    tx.publish(
      QueryingPolicyDraftChanged,
      draftChange(before, draft, schedulerOf(scheduled), change),
    );
  }

  private async loadDue(tx: Transaction, policyId: string) {
    const before = await this.policies.loadScheduled(policyId, tx.manager);
    const draft = await this.drafts.find(policyId, tx.manager);
    const scheduled = dueSchedule(draft, new Date());
    return draft && scheduled ? { before, draft, scheduled } : undefined;
  }
}
