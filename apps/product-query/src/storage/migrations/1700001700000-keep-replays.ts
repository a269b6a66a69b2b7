import { ForwardOnlyMigration } from '@ndx/postgres';
import type { QueryRunner } from 'typeorm';

/** The number of replays by result, and the queries whose last replay differed (decision 0076). */
export class KeepReplays1700001700000 extends ForwardOnlyMigration {
  readonly name = 'KeepReplays1700001700000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table replay_count (
        code text primary key,
        count bigint not null
      )`);
    await runner.query(`
      create table replay_mismatch (
        query_event_id uuid primary key,
        code text not null,
        path text not null,
        found_at timestamptz not null default now()
      )`);
  }
}
