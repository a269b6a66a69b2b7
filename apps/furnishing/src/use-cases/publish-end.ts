import { RecordEnded, RecordSubstituted } from '@ndx/contracts';
import type { Transaction } from '@ndx/messaging';
import { recordEnded, type EndedRecord, type RecordEnd } from '../domain/record-end.js';
import { standingRecords } from '../domain/standing-records.js';
import { readRecords, readStanding } from '../storage/record-reader.js';

/** Publishes the end of a record, after the record that corrects it. */
export async function publishEnd(
  { manager, publish }: Transaction,
  record: EndedRecord,
  end: RecordEnd,
): Promise<void> {
  const correcting = end.correctedBy === null ? [] : await readRecords(manager, [end.correctedBy]);
  for (const each of correcting) {
    publish(RecordSubstituted, { ...each, ended_record_id: record.record_id });
  }
  publish(RecordEnded, recordEnded(record, end));
}

/**
 * Publishes the earlier records that count in place of ended ones: a reader stores one record of
 * each part, so it has to read them again.
 */
export async function publishEarlier(
  { manager, publish }: Transaction,
  record: EndedRecord,
  { correctedBy }: RecordEnd,
): Promise<void> {
  const standing = standingRecords(await readStanding(manager, record));
  for (const each of standing) {
    if (each.record_id === correctedBy) continue;
    publish(RecordSubstituted, { ...each, ended_record_id: record.record_id });
  }
}
