import type { PayloadOf, RecordEnded } from '@ndx/contracts';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import type { FurnishedRecord } from '../domain/statements.js';
import { currentSubject } from './subject-separations.js';
import { removeStatements } from './statement-projection.js';

/** Of several keys, so that two handlers never wait for each other. */
const LOCK = `
select pg_advisory_xact_lock_shared(hashtextextended(id, 0))
from (select distinct unnest($1::text[]) as id order by 1) records`;

/** Removes a record from the statements; a concurrent delivery of the record waits. */
export async function removeEnded(
  manager: EntityManager,
  end: Pick<PayloadOf<typeof RecordEnded>, 'record_id' | 'subject_id'>,
): Promise<void> {
  await manager.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [end.record_id]);
  const subjectId = await currentSubject(manager, end);
  await removeStatements(manager, [end.subject_id, subjectId], end.record_id);
}

/** The records that have not ended; a concurrent end of one waits. */
export async function withoutEnded<R extends FurnishedRecord>(
  manager: EntityManager,
  records: readonly R[],
): Promise<R[]> {
  const ids = records.map(({ record_id }) => record_id);
  await manager.query(LOCK, [ids]);
  const rows = await manager.query<{ record_id: string }[]>(
    'select record_id from record_copy where record_id = any($1::uuid[])',
    [ids],
  );
  const ended = new Set(rows.map(({ record_id }) => record_id));
  return records.filter(({ record_id }) => !ended.has(record_id));
}

/** The end of a record, by the member names of an explanation. */
export type RecordEndState = Pick<
  PayloadOf<typeof RecordEnded>,
  'record_id' | 'state' | 'reason' | 'corrected_by_record_id' | 'ended_at'
>;

/** What happened to records after they were used. */
@Injectable()
export class RecordEnds {
  constructor(private readonly dataSource: DataSource) {}

  /** The ends of those records that have ended, in the order of the ids. */
  async of(recordIds: readonly string[]): Promise<RecordEndState[]> {
    const rows = await this.dataSource.query<(RecordEndState & { ended_at: Date })[]>(
      `select record_id, state, reason, corrected_by_record_id, ended_at from record_copy
       where record_id = any($1::uuid[]) order by record_id`,
      [recordIds],
    );
    return rows.map((row) => ({ ...row, ended_at: row.ended_at.toISOString() }));
  }
}
