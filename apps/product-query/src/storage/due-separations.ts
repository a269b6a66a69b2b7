import { inTransaction, retryingConflicts } from '@ndx/postgres';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { FurnishedRecord } from '../domain/statements.js';
import { applyRecords } from './apply-records.js';
import { mergedInto } from './subject-merges.js';

/** A separation after which records count that may not be stored here. */
export interface DueSeparation {
  readonly separation_id: string;
  readonly subject_id: string;
  readonly new_subject_id: string;
  readonly record_ids: readonly string[];
}

/** Uses the index separation_copy_due. */
const DUE = `
select separation_id, subject_id, new_subject_id, record_ids from separation_copy
where not standing_applied`;

/** Applied separations, until the records that count on either side are applied. */
@Injectable()
export class DueSeparations {
  constructor(private readonly dataSource: DataSource) {}

  find(): Promise<DueSeparation[]> {
    return this.dataSource.query(`${DUE} order by separation_id limit 10`);
  }

  /** The due ones among some separations. */
  among(separationIds: readonly string[]): Promise<DueSeparation[]> {
    return this.dataSource.query(`${DUE} and separation_id = any($1::uuid[])`, [separationIds]);
  }

  /** The subjects that furnishing may name in the records of either side. */
  async subjectsOf({ subject_id, new_subject_id }: DueSeparation): Promise<string[]> {
    const merged = await mergedInto(this.dataSource.manager, subject_id);
    return [subject_id, new_subject_id, ...merged];
  }

  /** @param records of either side, which furnishing had after the separation was applied here */
  async settle(
    { separation_id }: DueSeparation,
    records: readonly FurnishedRecord[],
  ): Promise<void> {
    await retryingConflicts(() =>
      inTransaction(this.dataSource, async (manager) => {
        await applyRecords(manager, records);
        await manager.query(
          'update separation_copy set standing_applied = true where separation_id = $1',
          [separation_id],
        );
      }),
    );
  }
}
