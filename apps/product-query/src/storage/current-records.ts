import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type {
  FurnishedRecords,
  StatedRecord,
  StatedTexts,
} from '../domain/replay/past-candidates.js';

const TEXTS = 'record_id::text as "recordId", dataset, model, content as text';
const WHOLE = `${TEXTS}, date_part('epoch', performed_at) * 1000 as "performedAt",
  date_part('epoch', furnished_at) * 1000 as "furnishedAt", stated_business as "statedBusiness"`;

/**
 * Walks the primary key. A row has its values apart where they are large, and no time of its
 * verification while furnishing is asked for it.
 */
const read = (columns: string) => `
select ${columns}
from statement
where subject_id = any($1::uuid[]) and dataset = any($3::text[]) and model = any($4::text[])
  and record_id = any($2::uuid[]) and uploads is null and performed_at > '-infinity'`;

const READ = read(WHOLE);
const READ_TEXTS = read(TEXTS);

/** The statements of records about subjects. */
interface CurrentStatements {
  readonly subjectIds: readonly string[];
  readonly recordIds: readonly string[];
  readonly datasets: readonly string[];
  readonly models: readonly string[];
}

type TextRow = Pick<Row, 'recordId' | keyof StatedTexts['statements'][number]>;
type Row = Omit<StatedRecord, 'statements'> & StatedRecord['statements'][number];

/** Reads records in the read model, which keeps the statements of each furnisher's latest ones. */
@Injectable()
export class CurrentRecords {
  constructor(private readonly dataSource: DataSource) {}

  /** Some records, by id, with those of the named statements that are the latest. */
  read(statements: CurrentStatements): Promise<FurnishedRecords> {
    return this.rows<Row>(READ, statements);
  }

  /** As `read`, without what only a candidate needs. */
  readTexts(statements: CurrentStatements): Promise<ReadonlyMap<string, StatedTexts>> {
    return this.rows<TextRow>(READ_TEXTS, statements);
  }

  private async rows<T extends { readonly recordId: string }>(
    sql: string,
    { subjectIds, recordIds, datasets, models }: CurrentStatements,
  ): Promise<ReadonlyMap<string, T & { readonly statements: readonly T[] }>> {
    const found = new Map<string, T & { statements: T[] }>();
    if (subjectIds.length === 0 || recordIds.length === 0) return found;
    for (const row of await this.dataSource.query<T[]>(sql, [
      ...[subjectIds, recordIds, datasets, models],
    ])) {
      const known = found.get(row.recordId);
      if (known) known.statements.push(row);
      else found.set(row.recordId, { ...row, statements: [row] });
    }
    return found;
  }
}
