import { ForwardOnlyMigration } from '@ndx/postgres';
import type { QueryRunner } from 'typeorm';

/**
 * Stores new certificates compressed: all have the same member names, so a body of 3.9 kB takes
 * 1.5 kB (decision 0098). Postgres decompresses what it returns, so no reader changes.
 */
export class CompressCertificates1700001900000 extends ForwardOnlyMigration {
  readonly name = 'CompressCertificates1700001900000';

  async up(runner: QueryRunner): Promise<void> {
    // `main` keeps a body in its row, where `extended` could move it to another table.
    await runner.query(`
      alter table certificate alter column body set storage main, reset (toast_tuple_target)`);
    // It takes less processor time than the default method, but a server can be built without it.
    await runner.query(`
      do $$ begin
        alter table certificate alter column body set compression lz4;
      exception when feature_not_supported then null;
      end $$`);
  }
}
