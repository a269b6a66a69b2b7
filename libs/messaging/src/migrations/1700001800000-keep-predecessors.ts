import { ForwardOnlyMigration } from '@ndx/postgres';
import type { QueryRunner } from 'typeorm';

/** The order of the events of an aggregate whose changes are delivered directly (replication 4). */
export class KeepPredecessors1700001800000 extends ForwardOnlyMigration {
  readonly name = 'KeepPredecessors1700001800000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table outbox add column predecessors text');
    // Read by primary key, and by the revisions of a key when a copy reports an unknown event.
    await runner.query(`
      create table aggregate_event (
        aggregate text collate "C" not null,
        key text collate "C" not null,
        event_id uuid not null,
        revision bigint not null,
        primary key (aggregate, key, event_id)
      )`);
  }
}
