import { conflict, type Principal } from '@ndx/contracts';
import type { Transaction } from '@ndx/messaging';
import { Injectable } from '@nestjs/common';
import type { Candidate } from '../domain/candidate.js';
import { correctionFault, type Correction } from '../domain/correction.js';
import type { Fault } from '../domain/fault.js';
import type { FurnishedRecord } from '../domain/furnished-record.js';
import { correct } from '../domain/record-end.js';
import { RecordEnds } from '../storage/record-ends.js';
import { publishEarlier, publishEnd } from './publish-end.js';

/** Corrections: a new record replaces the one that its `corrects_record_id` names. */
@Injectable()
export class CorrectRecords {
  constructor(private readonly ends: RecordEnds) {}

  /** The candidates that cannot correct the record that they name, with the reason. */
  async faults(
    principal: Principal,
    corrections: readonly Correction[],
  ): Promise<ReadonlyMap<Candidate, Fault>> {
    const ids = corrections.flatMap(({ candidate }) => candidate.corrects ?? []);
    if (ids.length === 0) return new Map();
    const known = await this.ends.findOwn(principal, ids);
    const named = new Set<string>();
    const faults = new Map<Candidate, Fault>();
    for (const correction of corrections) {
      const { candidate } = correction;
      const { corrects } = candidate;
      if (corrects === null) continue;
      const fault = correctionFault(correction, known.get(corrects), named.has(corrects));
      if (fault) faults.set(candidate, fault);
      else named.add(corrects);
    }
    return faults;
  }

  /**
   * Ends the corrected records in the transaction that stores the new ones.
   * @throws RESOURCE_CONFLICT when one of them has ended since `faults`
   */
  async correct(
    transaction: Transaction,
    principal: Principal,
    records: readonly FurnishedRecord[],
    now: Date,
  ): Promise<void> {
    const ids = records.flatMap(({ corrects }) => corrects ?? []);
    if (ids.length === 0) return;
    const { manager } = transaction;
    const known = await this.ends.loadOwn(manager, principal, ids);
    const corrected = records.flatMap(({ id, corrects }) => {
      if (corrects === null) return [];
      const record = known.get(corrects);
      if (!record || record.end) {
        throw conflict('concurrent_request', 'a corrected record has just ended: read it again');
      }
      return [{ record, end: correct(corrects, id, now) }];
    });
    for (const { record, end } of corrected) await this.ends.save(manager, record, end);
    for (const { record, end } of corrected) {
      await publishEnd(transaction, record, end);
      await publishEarlier(transaction, record, end);
    }
  }
}
