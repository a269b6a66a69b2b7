import { ForwardOnlyMigration } from '@ndx/postgres';
import type { QueryRunner } from 'typeorm';

/** Finds that the database of a subscriber lost commits (replication 6). */
export class KeepIncarnations1700001700000 extends ForwardOnlyMigration {
  readonly name = 'KeepIncarnations1700001700000';

  async up(runner: QueryRunner): Promise<void> {
    // Empty: the database may be a restored one, so nothing is confirmed yet (replication 6).
    await runner.query(`
      create table confirmed_incarnation (
        part text primary key,
        incarnation double precision not null,
        confirmed_at timestamptz not null
      )`);
    // Written in the transaction that applies the events before the offset.
    await runner.query(`
      create table log_position (
        consumer text not null,
        topic text not null,
        partition integer not null,
        next_offset bigint not null,
        primary key (consumer, topic, partition)
      ) with (fillfactor = 50)`);
  }
}
