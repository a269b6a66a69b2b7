import type { Candidate } from './candidate.js';
import { faultAt, type Fault } from './fault.js';
import type { KnownRecord } from './record-end.js';

/** A candidate that names a record to correct, and its own subject. */
export interface Correction {
  readonly candidate: Candidate;
  readonly networkId: string;
  readonly subjectId: string;
}

/**
 * Why the candidate cannot replace a record, if it cannot.
 * @param corrected the record of its furnisher with the id that it names
 * @param isRepeated whether an earlier candidate of the request names it, too
 */
export function correctionFault(
  { candidate, networkId, subjectId }: Correction,
  corrected: KnownRecord | undefined,
  isRepeated: boolean,
): Fault | undefined {
  const { path, dataset } = candidate;
  const fault = (code: Fault['code'], message: string) =>
    faultAt(code, [...path, 'corrects_record_id'], message);
  if (corrected?.network_id !== networkId) {
    return fault('unknown_record', 'the institution has no such record in the network');
  }
  if (corrected.dataset !== dataset.slug) {
    return fault('other_record', `the record is of ${corrected.dataset}`);
  }
  if (corrected.subject_id !== subjectId) {
    return fault('other_record', 'the record is of another subject');
  }
  if (isRepeated) return fault('record_ended', 'another record of the request corrects it');
  const { end } = corrected;
  if (!end) return undefined;
  const by = end.correctedBy === null ? '' : ` by ${end.correctedBy}`;
  return fault('record_ended', `the record was ${end.state}${by}`);
}
