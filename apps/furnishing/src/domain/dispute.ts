import { datasetBySlug, furnishedModelsOf, governedModelsOf } from '@ndx/catalog';
import {
  conflict,
  invalid,
  newId,
  quoted,
  RECORD_END_REASONS,
  UPHELD_REASONS,
  type DisputeChanged,
  type DisputeOutcome,
  type DisputeReason,
  type DisputeState,
  type NetworkTerms,
  type PayloadOf,
  type RecordEndReason,
} from '@ndx/contracts';
import { NO_STATEMENT, type DisputeStatement } from './dispute-statement.js';
import type { RecordEnd, Withdrawal } from './record-end.js';

/** A record, as its dispute names it. */
export interface DisputedRecord {
  readonly recordId: string;
  readonly networkId: string;
  readonly furnishingEntityId: string;
  readonly dataset: string;
  /** Those of its network. */
  readonly terms: Pick<NetworkTerms, 'disputeAcknowledgeDays' | 'disputeDecideDays'>;
}

/** What an institution says against a record. */
export interface Objection {
  readonly queryEventId: string | null;
  readonly onBehalfOfSubject: boolean;
  readonly modelName: string;
  readonly fieldName: string | null;
  readonly reason: RecordEndReason;
  /** Null if it was lost with a database. */
  readonly reasonText: string | null;
  readonly attachmentSha256: string | null;
}

export interface Decision {
  readonly outcome: DisputeOutcome;
  readonly reason: DisputeReason;
  readonly text: string;
}

export interface Dispute
  extends Objection, DisputeStatement, Omit<DisputedRecord, 'dataset' | 'terms'> {
  readonly id: string;
  readonly disputingEntityId: string;
  readonly openedAt: Date;
  readonly acknowledgeBy: Date;
  readonly acknowledgedAt: Date | null;
  readonly decideBy: Date;
  readonly decidedAt: Date | null;
  readonly outcome: DisputeOutcome | null;
  readonly decisionReason: DisputeReason | null;
  readonly decisionText: string | null;
  /** Counts the events of the dispute, from 1. */
  readonly revision: number;
}

const DAY_MS = 86_400_000;

/**
 * A dispute of a record that a query of the institution used, or that the subject asked for.
 * The names are those of the catalogue, so they reveal nothing about the record.
 * @throws VALIDATION_ERROR
 */
export function dispute(
  { dataset, terms, ...record }: DisputedRecord,
  disputingEntityId: string,
  objection: Objection,
  now: Date,
): Dispute {
  if (objection.queryEventId === null && !objection.onBehalfOfSubject) {
    throw invalid('invalid_value', 'send query_event_id, or on_behalf_of_subject with true');
  }
  requireKnown(dataset, objection);
  return {
    ...{ ...record, ...objection, id: newId(), disputingEntityId, openedAt: now },
    acknowledgeBy: businessDaysAfter(now, terms.disputeAcknowledgeDays),
    decideBy: new Date(now.getTime() + terms.disputeDecideDays * DAY_MS),
    ...{ acknowledgedAt: null, decidedAt: null, revision: 1 },
    ...{ outcome: null, decisionReason: null, decisionText: null },
    ...NO_STATEMENT,
  };
}

/**
 * The dispute that the institution opened already, for the same objection again. A repetition has a
 * revision of its own, because it is published again.
 * @throws RESOURCE_CONFLICT for another objection
 */
export function reopened(undecided: Dispute, opened: Dispute): Dispute {
  const isSame = MEMBERS_OF_OBJECTION.every((member) => undecided[member] === opened[member]);
  if (isSame) return { ...undecided, revision: undecided.revision + 1 };
  throw conflict('already_exists', 'the institution disputes this part of the record already');
}

const MEMBERS_OF_OBJECTION = [
  'queryEventId',
  'onBehalfOfSubject',
  'reason',
  'reasonText',
  'attachmentSha256',
] as const satisfies readonly (keyof Objection)[];

/** Idempotent, as `reopened`. @throws RESOURCE_CONFLICT after the decision */
export function acknowledge(disputed: Dispute, now: Date): Dispute {
  const { decidedAt, acknowledgedAt, revision } = disputed;
  if (decidedAt) throw conflict('already_resolved', 'the dispute is decided');
  return { ...disputed, acknowledgedAt: acknowledgedAt ?? now, revision: revision + 1 };
}

/**
 * Idempotent for the same decision, as `reopened`.
 * @throws RESOURCE_CONFLICT after another decision; VALIDATION_ERROR for a reason of another outcome
 */
export function decide(disputed: Dispute, { outcome, reason, text }: Decision, now: Date): Dispute {
  const reasons: readonly string[] = outcome === 'upheld' ? UPHELD_REASONS : RECORD_END_REASONS;
  if (!reasons.includes(reason)) {
    throw invalid(
      'invalid_value',
      `reason: ${outcome} has the reasons ${quoted(reasons.join(', '))}`,
    );
  }
  if (disputed.decidedAt) {
    const isSame = disputed.outcome === outcome && disputed.decisionReason === reason;
    if (isSame && disputed.decisionText === text) {
      return { ...disputed, revision: disputed.revision + 1 };
    }
    throw conflict('already_resolved', 'the dispute is decided');
  }
  return {
    ...{ ...disputed, outcome, decisionReason: reason, decisionText: text, decidedAt: now },
    acknowledgedAt: disputed.acknowledgedAt ?? now,
    revision: disputed.revision + 1,
  };
}

/** The withdrawal that a decision makes or confirms, if any. @throws RESOURCE_CONFLICT */
export function withdrawalBy(
  { outcome, reason, text }: Decision,
  end: RecordEnd | undefined,
): Withdrawal | undefined {
  if (outcome === 'withdrawn' && end?.state !== 'corrected') {
    return { reason: reason as RecordEndReason, reasonText: text.slice(0, WITHDRAWAL_TEXT) };
  }
  if (outcome !== 'upheld' && end?.state !== outcome) {
    throw conflict('record_not_ended', `the record is not ${outcome}`);
  }
  return undefined;
}

/** The length of the text of a withdrawal. */
const WITHDRAWAL_TEXT = 500;

export function stateOf({ acknowledgedAt, decidedAt }: Dispute): DisputeState {
  if (decidedAt) return 'decided';
  return acknowledgedAt ? 'acknowledged' : 'open';
}

export function isOverdue(disputed: Dispute, now: Date): boolean {
  const { acknowledgedAt, acknowledgeBy, decidedAt, decideBy } = disputed;
  return !decidedAt && (now > decideBy || (!acknowledgedAt && now > acknowledgeBy));
}

/** The payload for subscribers, without the texts. */
export function disputeChanged(disputed: Dispute): PayloadOf<typeof DisputeChanged> {
  return {
    dispute_id: disputed.id,
    revision: disputed.revision,
    network_id: disputed.networkId,
    record_id: disputed.recordId,
    furnishing_entity_id: disputed.furnishingEntityId,
    disputing_entity_id: disputed.disputingEntityId,
    query_event_id: disputed.queryEventId,
    on_behalf_of_subject: disputed.onBehalfOfSubject,
    model_name: disputed.modelName,
    field_name: disputed.fieldName,
    reason: disputed.reason,
    attachment_sha256: disputed.attachmentSha256,
    state: stateOf(disputed),
    outcome: disputed.outcome,
    decision_reason: disputed.decisionReason,
    opened_at: disputed.openedAt.toISOString(),
    acknowledge_by: disputed.acknowledgeBy.toISOString(),
    acknowledged_at: disputed.acknowledgedAt?.toISOString() ?? null,
    decide_by: disputed.decideBy.toISOString(),
    decided_at: disputed.decidedAt?.toISOString() ?? null,
    stated_at: disputed.statedAt?.toISOString() ?? null,
    statement_removed_at: disputed.statementRemovedAt?.toISOString() ?? null,
  };
}

/** The same time of day after a number of days from Monday to Friday, in UTC. */
export function businessDaysAfter(start: Date, days: number): Date {
  const end = new Date(start);
  for (let left = days; left > 0;) {
    end.setUTCDate(end.getUTCDate() + 1);
    if (end.getUTCDay() % 6 !== 0) left -= 1;
  }
  return end;
}

/** @throws VALIDATION_ERROR when the data set has no such model or field */
function requireKnown(slug: string, { modelName, fieldName }: Objection): void {
  const dataset = datasetBySlug(slug);
  const models = dataset ? [...governedModelsOf(dataset), ...furnishedModelsOf(dataset)] : [];
  const named = models.filter(({ model }) => model === modelName);
  if (named.length === 0) {
    throw invalid('unknown_field', `${quoted(slug)} has no model ${quoted(modelName)}`);
  }
  const fields = named.flatMap((model) => model.fields);
  if (fieldName !== null && !fields.some(({ name }) => name === fieldName)) {
    throw invalid('unknown_field', `${quoted(modelName)} has no field ${quoted(fieldName)}`);
  }
}
