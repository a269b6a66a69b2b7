import type { Subject } from '@ndx/catalog';
import { invalid, type PayloadOf, type RecordEnded, type RecordEndReason } from '@ndx/contracts';

/** The end of a furnished record; it is final. */
export interface RecordEnd {
  /** The record. */
  readonly id: string;
  readonly state: 'withdrawn' | 'corrected';
  /** Null for a corrected record. */
  readonly reason: RecordEndReason | null;
  readonly reasonText: string | null;
  readonly correctedBy: string | null;
  readonly endedAt: Date;
  /** Counts the events of the end, from 1. */
  readonly revision: number;
}

/** A record, as its end names it. */
export interface EndedRecord {
  readonly record_id: string;
  readonly submission_id: string;
  readonly network_id: string;
  readonly subject_id: string;
  readonly furnishing_entity_id: string;
}

/** A record without its data, and its end. */
export interface KnownRecord extends EndedRecord {
  readonly dataset: string;
  readonly subject_type: Subject;
  readonly furnished_at: Date;
  /** The record that it replaces. */
  readonly corrects_record_id: string | null;
  readonly end: RecordEnd | undefined;
}

export interface Withdrawal {
  readonly reason: RecordEndReason;
  readonly reasonText: string | null;
}

/**
 * Idempotent (decision 0069): the first end stays; a repetition has a revision of its own, because
 * it is published again.
 * @throws VALIDATION_ERROR for the reason `other` without a text
 */
export function withdraw(
  id: string,
  ended: RecordEnd | undefined,
  { reason, reasonText }: Withdrawal,
  now: Date,
): RecordEnd {
  if (reason === 'other' && reasonText === null) {
    throw invalid('invalid_value', 'reason_text is required with the reason other');
  }
  if (ended) return { ...ended, revision: ended.revision + 1 };
  return {
    ...{ id, state: 'withdrawn', reason, reasonText },
    ...{ correctedBy: null, endedAt: now, revision: 1 },
  };
}

/** The end of a record that another one replaces. */
export function correct(id: string, correctedBy: string, now: Date): RecordEnd {
  return {
    ...{ id, state: 'corrected', reason: null, reasonText: null },
    ...{ correctedBy, endedAt: now, revision: 1 },
  };
}

/** The payload for subscribers, without the furnisher's text. */
export function recordEnded(record: EndedRecord, end: RecordEnd): PayloadOf<typeof RecordEnded> {
  return {
    record_id: record.record_id,
    revision: end.revision,
    network_id: record.network_id,
    subject_id: record.subject_id,
    furnishing_entity_id: record.furnishing_entity_id,
    state: end.state,
    reason: end.reason,
    corrected_by_record_id: end.correctedBy,
    ended_at: end.endedAt.toISOString(),
  };
}
