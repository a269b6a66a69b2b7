import { ForwardOnlyMigration } from '@ndx/postgres';
import type { QueryRunner } from 'typeorm';

/** Ends are stored apart from the states that they end, so that they may arrive first. */
export class KeepEnds1700000800000 extends ForwardOnlyMigration {
  readonly name = 'KeepEnds1700000800000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table consent_end (
        consent_id uuid not null,
        ended text not null,
        revision integer not null,
        event_id uuid not null,
        ended_at timestamptz not null,
        primary key (consent_id, ended)
      )`);
    // The revision of the newest event with a state. An end can have a higher revision. Null: equal to
    // `revision`.
    await runner.query('alter table consent_copy add column state_revision integer');
    await runner.query('alter table policy_copy add column state_revision integer');
  }
}
