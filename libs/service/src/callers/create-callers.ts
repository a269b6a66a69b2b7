import { ForwardOnlyMigration } from '@ndx/postgres';
import type { QueryRunner } from 'typeorm';

/** The read models of entity's memberships and accounts, in each other service. */
export class CreateCallers1700000000500 extends ForwardOnlyMigration {
  readonly name = 'CreateCallers1700000000500';

  async up(runner: QueryRunner): Promise<void> {
    // The key is of the event: network and institution. Read by primary key for each request.
    await runner.query(`
      create table membership_copy (
        membership text collate "C" primary key,
        revision integer not null,
        roles text[] not null,
        event_id uuid
      )`);
    await runner.query(`
      create table account_copy (
        account_id uuid primary key,
        revision integer not null,
        status text not null,
        event_id uuid
      )`);
  }
}
