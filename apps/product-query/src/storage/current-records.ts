import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { FurnishedRecords, StatedRecord } from '../domain/replay/past-candidates.js';

/**
 * Walks the primary key. A row has its values apart where they are large, and no time of its
 * verification while furnishing is asked for it.
 */
export const READ = `
select record_id::text as "recordId", dataset, model, content as text,
  date_part('epoch', performed_at) * 1000 as "performedAt",
  date_part('epoch', furnished_at) * 1000 as "furnishedAt", stated_business as "statedBusiness"
from statement
where subject_id = any($1::uuid[]) and record_id = any($2::uuid[])
  and uploads is null and performed_at > '-infinity'`;

type Row = Omit<StatedRecord, 'statements'> & StatedRecord['statements'][number];

/** Reads records in the read model, which keeps the statements of each furnisher's latest ones. */
@Injectable()
export class CurrentRecords {
  constructor(private readonly dataSource: DataSource) {}

  /** The records about some subjects, by id, with those of their statements that are the latest. */
  async read(
    subjectIds: readonly string[],
    recordIds: readonly string[],
  ): Promise<FurnishedRecords> {
    if (subjectIds.length === 0 || recordIds.length === 0) return new Map();
    const found = new Map<string, StatedRecord & { statements: Row[] }>();
    for (const row of await this.dataSource.query<Row[]>(READ, [subjectIds, recordIds])) {
      const known = found.get(row.recordId);
      if (known) known.statements.push(row);
      else found.set(row.recordId, { ...row, statements: [row] });
    }
    return found;
  }
}
