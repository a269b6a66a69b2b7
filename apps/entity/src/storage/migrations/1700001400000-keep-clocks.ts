import { ForwardOnlyMigration } from '@ndx/postgres';
import type { QueryRunner } from 'typeorm';

/** The clocks that institutions moved forward; empty outside a sandbox (decision 0085). */
export class KeepClocks1700001400000 extends ForwardOnlyMigration {
  readonly name = 'KeepClocks1700001400000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table institution_clock (
        entity_id uuid primary key,
        offset_seconds integer not null
      )`);
  }
}
