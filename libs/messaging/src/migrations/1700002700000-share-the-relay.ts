import { ForwardOnlyMigration } from '@ndx/postgres';
import type { QueryRunner } from 'typeorm';

/** The processes of a service share its outbox (decision 0103). */
export class ShareTheRelay1700002700000 extends ForwardOnlyMigration {
  readonly name = 'ShareTheRelay1700002700000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      'create table relay_member (member uuid primary key, expires_at timestamptz not null)',
    );
    await runner.query(`
      create table relay_shard (
        shard integer primary key,
        member uuid references relay_member on delete set null
      )`);
    await runner.query('insert into relay_shard (shard) select generate_series(0, 15)');
  }
}
