import { ForwardOnlyMigration } from '@ndx/postgres';
import type { QueryRunner } from 'typeorm';

/** What owners compare with the copies of their subscribers (replication 4). */
export class KeepAggregateHeads1700000900000 extends ForwardOnlyMigration {
  readonly name = 'KeepAggregateHeads1700000900000';

  async up(runner: QueryRunner): Promise<void> {
    // Read by key, and in key order for the comparison.
    await runner.query(`
      create table aggregate_head (
        aggregate text collate "C" not null,
        key text collate "C" not null,
        revision bigint not null,
        event_id uuid not null,
        primary key (aggregate, key)
      )`);
    // At a subscriber: events that its copies rejected, until their owner has decided.
    await runner.query(`
      create table overtaken_event (
        aggregate text not null,
        key text not null,
        copy text not null,
        recorded_at timestamptz not null default now(),
        primary key (aggregate, key)
      )`);
  }
}
