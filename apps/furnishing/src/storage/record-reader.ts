import type { PayloadOf, RecordFurnished } from '@ndx/contracts';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';

type Record = PayloadOf<typeof RecordFurnished>;
type Row = Omit<Record, 'furnished_at'> & { readonly furnished_at: Date };

/** Reads records by primary keys. */
const READ = `
select r.id as record_id, s.network_id, s.dataset, r.subject_type, r.subject_id,
       s.furnishing_entity_id, s.submitted_at as furnished_at, r.stated_business, r.models
from furnished_record r join submission s on s.id = r.submission_id
where r.id = any($1::uuid[])`;

/** Stored records, as their events had them; secrets stay encrypted. */
@Injectable()
export class RecordReader {
  constructor(private readonly dataSource: DataSource) {}

  /** An unknown id has no entry. */
  async read(
    recordIds: readonly string[],
    reader: Pick<EntityManager, 'query'> = this.dataSource.manager,
  ): Promise<Record[]> {
    const rows = await reader.query<Row[]>(READ, [recordIds]);
    return rows.map((row) => ({ ...row, furnished_at: row.furnished_at.toISOString() }));
  }
}
