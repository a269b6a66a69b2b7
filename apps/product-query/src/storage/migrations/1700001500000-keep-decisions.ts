import { ForwardOnlyMigration } from '@ndx/postgres';
import type { QueryRunner } from 'typeorm';

/** How each query was decided, and the versions of policies that explain it (decision 0075). */
export class KeepDecisions1700001500000 extends ForwardOnlyMigration {
  readonly name = 'KeepDecisions1700001500000';

  async up(runner: QueryRunner): Promise<void> {
    // Null for queries that were answered before this migration.
    await runner.query('alter table query_event add column decision text');
    // Stores the decision in the row, without compression at each query.
    await runner.query('alter table query_event set (toast_tuple_target = 8160)');
    await runner.query(`
      create table policy_version (
        policy_id uuid not null,
        version integer not null,
        model_selections text not null,
        primary key (policy_id, version)
      )`);
    await runner.query(`
      insert into policy_version (policy_id, version, model_selections)
      select policy_id, version, model_selections from policy_copy
      where state_revision is distinct from 0`);
  }
}
