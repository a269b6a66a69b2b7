import type { PayloadOf, RecordFurnished } from '@ndx/contracts';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import type { EndedRecord } from '../domain/record-end.js';
import { standingRecords } from '../domain/standing-records.js';

type Record = PayloadOf<typeof RecordFurnished>;
type OfFurnisher = Pick<EndedRecord, 'subject_id' | 'furnishing_entity_id'>;
type Row = Omit<Record, 'furnished_at'> & { readonly furnished_at: Date };

/** Reads records by primary keys. */
const READ = `
select r.id as record_id, s.network_id, s.dataset, r.subject_type, r.subject_id,
       s.furnishing_entity_id, s.submitted_at as furnished_at, r.stated_business, r.models
from furnished_record r join submission s on s.id = r.submission_id
where r.id = any($1::uuid[])`;

/** A furnisher's records about a subject that have not ended (furnished_record_by_subject). */
const STANDING = `
select r.id from furnished_record r join submission s on s.id = r.submission_id
left join record_end e on e.id = r.id
where r.subject_id = $1 and s.furnishing_entity_id = $2 and e.id is null
order by r.id`;

/** Stored records, as their events had them; secrets stay encrypted. An unknown id has no entry. */
export async function readRecords(
  reader: Pick<EntityManager, 'query'>,
  recordIds: readonly string[],
): Promise<Record[]> {
  const rows = await reader.query<Row[]>(READ, [recordIds]);
  return rows.map((row) => ({ ...row, furnished_at: row.furnished_at.toISOString() }));
}

/** The records of the same furnisher and subject that have not ended, oldest first. */
export async function readStanding(
  manager: EntityManager,
  { subject_id, furnishing_entity_id }: OfFurnisher,
): Promise<Record[]> {
  const rows = await manager.query<{ id: string }[]>(STANDING, [subject_id, furnishing_entity_id]);
  return readRecords(
    manager,
    rows.map(({ id }) => id),
  );
}

@Injectable()
export class RecordReader {
  constructor(private readonly dataSource: DataSource) {}

  read(recordIds: readonly string[]): Promise<Record[]> {
    return readRecords(this.dataSource.manager, recordIds);
  }

  /** The ids of those records of a furnisher about a subject that count. */
  async findStanding(of: OfFurnisher): Promise<string[]> {
    const records = standingRecords(await readStanding(this.dataSource.manager, of));
    return records.map(({ record_id }) => record_id);
  }
}
