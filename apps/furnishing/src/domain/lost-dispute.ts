import type { DisputeChanged, PayloadOf } from '@ndx/contracts';
import type { Dispute } from './dispute.js';
import { laterStatement, NO_STATEMENT } from './dispute-statement.js';

type Published = PayloadOf<typeof DisputeChanged>;

/** A dispute as its events have it; undefined for an empty state. */
export function lostDispute(id: string, state: Partial<Published>): Dispute | undefined {
  if (state.dispute_id === undefined) return undefined;
  const known = state as Published;
  return {
    id,
    networkId: known.network_id,
    recordId: known.record_id,
    furnishingEntityId: known.furnishing_entity_id,
    disputingEntityId: known.disputing_entity_id,
    queryEventId: known.query_event_id,
    onBehalfOfSubject: known.on_behalf_of_subject,
    modelName: known.model_name,
    fieldName: known.field_name,
    reason: known.reason,
    reasonText: null,
    attachmentSha256: known.attachment_sha256,
    openedAt: new Date(known.opened_at),
    acknowledgeBy: new Date(known.acknowledge_by),
    acknowledgedAt: timeOf(known.acknowledged_at),
    decideBy: new Date(known.decide_by),
    decidedAt: timeOf(known.decided_at),
    outcome: known.outcome,
    decisionReason: known.decision_reason,
    decisionText: null,
    statementText: null,
    statedAt: timeOf(known.stated_at),
    statementRemovedAt: timeOf(known.statement_removed_at),
    revision: known.revision,
  };
}

/** The owner's dispute with the acknowledgement, the decision and the statement that it lost, if any. */
export function mergedDispute(own: Dispute, lost: Dispute): Dispute {
  const decided = withDecision(own, lost);
  const { statementText, statedAt, statementRemovedAt } = laterStatement(decided, lost);
  if (statedAt === decided.statedAt && statementRemovedAt === decided.statementRemovedAt) {
    return decided;
  }
  return { ...decided, statementText, statedAt, statementRemovedAt };
}

function withDecision(own: Dispute, lost: Dispute): Dispute {
  const { acknowledgedAt, decidedAt, outcome, decisionReason } = lost;
  const isDecided = decidedAt !== null && decidedAt.getTime() !== own.decidedAt?.getTime();
  if (isDecided) {
    // A statement is about the decision that it follows.
    const decision = { decidedAt, outcome, decisionReason, decisionText: null, ...NO_STATEMENT };
    return { ...own, acknowledgedAt: acknowledgedAt ?? own.acknowledgedAt, ...decision };
  }
  return own.acknowledgedAt === null && acknowledgedAt ? { ...own, acknowledgedAt } : own;
}

function timeOf(time: string | null): Date | null {
  return time === null ? null : new Date(time);
}
