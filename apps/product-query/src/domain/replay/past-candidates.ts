import type { Candidate } from '../candidate.js';
import type { Decision } from '../decision/decision.js';
import type { RecordVerdict } from '../explanation/explained-query.js';
import { UnreadCandidate, UnreadRecordError } from '../unread-candidate.js';
import type { RecordsRead } from '../simulation/section-outline.js';
import { wholeStatementsOf, type FurnishedRecord, type Statement } from '../statements.js';

/** A furnished record as queries considered it. Times are milliseconds since the epoch. */
export interface StatedRecord {
  readonly recordId: string;
  readonly furnishedAt: number;
  /** The name and the registration of the business, as JSON; null if it has none. */
  readonly statedBusiness: string | null;
  readonly statements: readonly StatementInRecord[];
}

export interface StatementInRecord extends StatementText {
  readonly performedAt: number;
}

type StatementText = Pick<Statement, 'dataset' | 'model' | 'text'>;

/** As much of a record as its outlines need. */
export interface StatedTexts {
  readonly statements: readonly StatementText[];
}

/** Furnished records by id. */
export type FurnishedRecords = ReadonlyMap<string, StatedRecord>;

export function furnishedRecords(records: Iterable<FurnishedRecord>): FurnishedRecords {
  return new Map([...records].map((record) => [record.record_id, statedRecord(record)]));
}

function statedRecord(record: FurnishedRecord): StatedRecord {
  return {
    recordId: record.record_id,
    furnishedAt: asRead(record.furnished_at),
    statedBusiness: record.stated_business && JSON.stringify(record.stated_business),
    statements: wholeStatementsOf(record).map(({ dataset, model, text, performedAt }) => ({
      ...{ dataset, model, text },
      performedAt: asRead(performedAt),
    })),
  };
}

/**
 * The ids of the records that a decision considered.
 * @param read the models whose records are listed; undefined: every one
 */
export function consideredRecords(
  { ids, models }: Decision,
  read?: Pick<RecordsRead, 'has'>,
): string[] {
  const found = new Set<string>();
  const add = (place: number | null | undefined) => {
    const id = ids[place ?? -1];
    if (id !== undefined) found.add(id);
  };
  for (const [model, considered] of Object.entries(models)) {
    if (read && !read.has(model)) continue;
    for (const record of considered) {
      add(record[2]);
      add(record[6]);
    }
  }
  return [...found];
}

/**
 * The considered records as candidates, as they were furnished; a record that is absent is no
 * candidate.
 */
export function pastCandidates(
  considered: readonly RecordVerdict[],
  records: FurnishedRecords,
  isStated: (statement: StatementInRecord) => boolean,
): Candidate[] {
  const verificationIn = (id: string | null) => {
    const record = id === null ? undefined : records.get(id);
    const statement = record?.statements.find(isStated);
    return record && statement && verificationOf(record, statement);
  };
  const candidates: Candidate[] = [];
  for (const verdict of considered) {
    const one = verificationIn(verdict.recordId);
    const other = verificationIn(verdict.otherRecordId);
    const [newest, verified] = one && other ? inOrder(one, other) : [one ?? other, one ?? other];
    if (newest && verified) candidates.push(candidateOf(verdict, verified, newest));
  }
  return candidates;
}

/**
 * The considered records of a model as candidates that were not read.
 * @param outlineOf the outline of a record, which was read
 */
export function unreadCandidates(
  considered: readonly RecordVerdict[],
  model: string,
  outlineOf: (recordId: string) => string | undefined = () => undefined,
): Candidate[] {
  return considered.map(({ rules, furnishingEntityId, recordId, otherRecordId, ...verdict }) => {
    if (otherRecordId !== null) throw new UnreadRecordError([model]);
    const { attestationId, hasLeft = false, disputes = [] } = verdict;
    const decided = { model, networkId: rules.networkId, furnishingEntityId, recordId };
    return new UnreadCandidate(
      { ...decided, attestationId, hasLeft, disputes },
      outlineOf(recordId),
    );
  });
}

/** One record of a furnisher, as a candidate has it. */
type Verification = Omit<
  Candidate,
  'networkId' | 'furnishingEntityId' | 'attestationId' | 'hasLeft' | 'disputes' | 'newest'
>;

function verificationOf(
  { recordId, furnishedAt, statedBusiness }: StatedRecord,
  { model, performedAt, text }: StatementInRecord,
): Verification {
  return { model, recordId, performedAt, furnishedAt, text, statedBusiness };
}

/** The last furnished first; of two furnished at once the one with the lowest id (decision 0001). */
function inOrder(a: Verification, b: Verification): [Verification, Verification] {
  const later = b.furnishedAt - a.furnishedAt || (a.recordId < b.recordId ? -1 : 1);
  return later <= 0 ? [a, b] : [b, a];
}

/** The last verified of a furnisher's two records is the one that was not furnished last. */
function candidateOf(
  { rules, furnishingEntityId, attestationId, hasLeft = false, disputes = [] }: RecordVerdict,
  verified: Verification,
  { recordId, furnishedAt, text, statedBusiness }: Verification,
): Candidate {
  return {
    ...verified,
    networkId: rules.networkId,
    furnishingEntityId,
    attestationId,
    hasLeft,
    disputes,
    newest: recordId === verified.recordId ? null : { recordId, furnishedAt, text, statedBusiness },
  };
}

/** The time as the read of a query has it: Postgres returns seconds, which are not exact in binary. */
function asRead(time: string): number {
  return (Date.parse(time) / 1_000) * 1_000;
}
