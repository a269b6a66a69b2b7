import { ForwardOnlyMigration } from '@ndx/postgres';
import type { QueryRunner } from 'typeorm';

/** The events of a service's aggregates, and the confirmation of its read models. */
export class CreateReplication1700000000050 extends ForwardOnlyMigration {
  readonly name = 'CreateReplication1700000000050';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of STATEMENTS) await runner.query(statement);
  }
}

const STATEMENTS = [
  // Read by key, and in key order for the comparison with read models (replication 5).
  `create table aggregate_head (
    aggregate text collate "C" not null,
    key text collate "C" not null,
    revision bigint not null,
    event_id uuid not null,
    primary key (aggregate, key)
  )`,

  // The events of aggregates that are delivered directly (replication 4). Read by primary key, and
  // by the revisions of a key when a read model reports an unknown event.
  `create table aggregate_event (
    aggregate text collate "C" not null,
    key text collate "C" not null,
    event_id uuid not null,
    revision bigint not null,
    primary key (aggregate, key, event_id)
  )`,

  // Empty: the database may be a restored one, so nothing is confirmed yet (replication 6).
  `create table confirmed_incarnation (
    part text primary key,
    incarnation double precision not null,
    confirmed_at timestamptz not null
  )`,
];
