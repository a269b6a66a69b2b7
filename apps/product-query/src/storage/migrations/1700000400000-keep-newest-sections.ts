import { ForwardOnlyMigration } from '@ndx/postgres';
import type { QueryRunner } from 'typeorm';

/**
 * Beside a furnisher's latest verification the one that it furnished last, where that is another: it
 * stands for a caller who may not know when it was verified (decision 0003).
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
