import { ForwardOnlyMigration } from '@ndx/postgres';
import type { QueryRunner } from 'typeorm';

/** The bus may refuse an event for good; its key is left out then, and no other. */
export class ParkOutboxKeys1700000810000 extends ForwardOnlyMigration {
  readonly name = 'ParkOutboxKeys1700000810000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table parked_outbox_key (
        key text primary key,
        event_id uuid not null,
        type text not null,
        bytes integer not null,
        error text not null,
        parked_at timestamptz not null default now()
      )`);
  }
}
