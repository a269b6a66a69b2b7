import { ForwardOnlyMigration } from '@ndx/postgres';
import type { QueryRunner } from 'typeorm';

/**
 * Stores the last furnished verification beside the latest one when they differ: it is used for a
 * caller who may not see verification times (decision 0003).
 */
export class KeepNewestSections1700000400000 extends ForwardOnlyMigration {
  readonly name = 'KeepNewestSections1700000400000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table kyb_section
        add newest_record_id uuid,
        add newest_furnished_at timestamptz,
        add newest_content text`);
  }
}
