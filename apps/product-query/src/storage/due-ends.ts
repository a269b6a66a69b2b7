import { inTransaction, retryingConflicts } from '@ndx/postgres';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { FurnishedRecord } from '../domain/statements.js';
import { applyRecords } from './apply-records.js';
import { mergedInto } from './subject-merges.js';
import { currentSubject } from './subject-separations.js';

/** The end of a record in whose place others count that may not be stored here. */
export type DueEnd = Pick<FurnishedRecord, 'record_id' | 'subject_id' | 'furnishing_entity_id'>;

/** Ends that are read together. */
const BATCH = 50;

/** Uses the index record_copy_due. */
const DUE = `
select record_id, subject_id, furnishing_entity_id from record_copy
where not standing_applied order by record_id limit ${BATCH}`;

/** Ended records that were removed, until the records that count in their place are applied. */
@Injectable()
export class DueEnds {
  constructor(private readonly dataSource: DataSource) {}

  find(): Promise<DueEnd[]> {
    return this.dataSource.query<DueEnd[]>(DUE);
  }

  /** The current subject of the ended record, and the subjects merged into it, which furnishing may still name. */
  async subjectsOf(end: DueEnd): Promise<string[]> {
    const { manager } = this.dataSource;
    const current = await currentSubject(manager, end);
    return [...new Set([end.subject_id, current, ...(await mergedInto(manager, current))])];
  }

  /** @param standing the records that furnishing had after the removal of the ended one */
  async settle({ record_id }: DueEnd, standing: readonly FurnishedRecord[]): Promise<void> {
    await retryingConflicts(() =>
      inTransaction(this.dataSource, async (manager) => {
        await applyRecords(manager, standing);
        await manager.query('update record_copy set standing_applied = true where record_id = $1', [
          record_id,
        ]);
      }),
    );
  }
}
