import { ForwardOnlyMigration } from '@ndx/postgres';
import type { QueryRunner } from 'typeorm';

/** The outbox, the inbox and the dead letters. */
export class CreateMessaging1700000000000 extends ForwardOnlyMigration {
  readonly name = 'CreateMessaging1700000000000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of STATEMENTS) await runner.query(statement);
  }
}

const STATEMENTS = [
  // A row is deleted once the bus has it: the bus is the log, and the table stays as small as the
  // backlog. It is a queue, so autovacuum runs by the number of dead rows, not their share.
  `create table outbox (
    seq bigint generated always as identity primary key,
    id uuid not null,
    topic text not null,
    key text not null,
    type text not null,
    source text not null,
    time timestamptz not null,
    request_id text,
    traceparent text,
    data text not null,
    account_id uuid,
    audit_logs text not null default '',
    predecessors text
  ) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000)`,

  // A key whose oldest event the bus rejects; the relay skips it.
  `create table parked_outbox_key (
    key text primary key,
    event_id uuid not null,
    type text not null,
    bytes integer not null,
    error text not null,
    parked_at timestamptz not null default now()
  )`,

  // The processes of a service share its outbox (decision 0103).
  `create table relay_member (member uuid primary key, expires_at timestamptz not null)`,
  `create table relay_shard (
    shard integer primary key,
    member uuid references relay_member on delete set null
  )`,
  `insert into relay_shard (shard) select generate_series(0, 15)`,

  `create table inbox (
    consumer text not null,
    event_id uuid not null,
    processed_at timestamptz not null default now(),
    primary key (consumer, event_id)
  )`,

  // Written in the transaction that applies the events before the offset. Empty: a database that
  // may be a restored one reads from the first event (replication 6).
  `create table log_position (
    consumer text not null,
    topic text not null,
    partition integer not null,
    next_offset bigint not null,
    primary key (consumer, topic, partition)
  ) with (fillfactor = 50)`,

  // A transaction that parks, extends or drains a key locks its row here until it ends.
  `create table parked_key (
    consumer text not null,
    key text not null,
    parked_at timestamptz not null default now(),
    primary key (consumer, key)
  )`,

  `create table dead_letter (
    seq bigint generated always as identity primary key,
    consumer text not null,
    topic text not null,
    partition integer not null,
    key text not null,
    event_id uuid not null,
    type text not null,
    envelope text not null,
    status text not null check (status in ('failed', 'waiting')),
    error text,
    attempts integer not null,
    parked_at timestamptz not null default now(),
    unique (consumer, event_id)
  )`,
  // The oldest letter of a key, which a redrive handles next.
  `create index dead_letter_by_key on dead_letter (consumer, key, seq)`,
];
