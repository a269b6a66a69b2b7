import type { Candidate } from '../candidate.js';
import type { Decision } from '../decision/decision.js';
import type { RecordVerdict } from '../explanation/explained-query.js';
import { wholeStatementsOf, type FurnishedRecord, type Statement } from '../statements.js';

/** Furnished records by id. */
export type FurnishedRecords = ReadonlyMap<string, FurnishedRecord>;

/** The ids of the records that a decision considered. */
export function consideredRecords({ ids, models }: Decision): string[] {
  const places = Object.values(models)
    .flat()
    .flatMap(([, , record, , , , other]) =>
      (other ?? null) === null ? [record] : [record, other],
    );
  return [...new Set(places)].flatMap((place) => ids[place ?? -1] ?? []);
}

/**
 * The considered records as candidates, as they were furnished; a record that is absent is no
 * candidate.
 */
export function pastCandidates(
  considered: readonly RecordVerdict[],
  records: FurnishedRecords,
  isStated: (statement: Statement) => boolean,
): Candidate[] {
  return considered.flatMap((verdict) => {
    const found = [verdict.recordId, verdict.otherRecordId].flatMap((id) => {
      const record = id === null ? undefined : records.get(id);
      const statement = record && wholeStatementsOf(record).find(isStated);
      return statement ? [verificationOf(record, statement)] : [];
    });
    const [newest, verified = newest] = found.sort(byNewest);
    return newest && verified ? [candidateOf(verdict, verified, newest)] : [];
  });
}

/** One record of a furnisher, as a candidate has it. */
type Verification = Omit<
  Candidate,
  'networkId' | 'furnishingEntityId' | 'attestationId' | 'hasLeft' | 'disputes' | 'newest'
>;

function verificationOf(
  record: FurnishedRecord,
  { model, performedAt, text }: Statement,
): Verification {
  return {
    model,
    recordId: record.record_id,
    performedAt: asRead(performedAt),
    furnishedAt: asRead(record.furnished_at),
    text,
    statedBusiness: record.stated_business && JSON.stringify(record.stated_business),
  };
}

/** The last furnished first; of two furnished at once the one with the lowest id (decision 0001). */
function byNewest(a: Verification, b: Verification): number {
  return b.furnishedAt - a.furnishedAt || (a.recordId < b.recordId ? -1 : 1);
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
