import { ForwardOnlyMigration } from '@ndx/postgres';
import type { QueryRunner } from 'typeorm';

/**
 * The event that brought a copy to its revision: another event at that revision comes from a lost
 * history.
 */
export class KeepEventsOfCopies1700000900100 extends ForwardOnlyMigration {
  readonly name = 'KeepEventsOfCopies1700000900100';

  async up(runner: QueryRunner): Promise<void> {
    for (const table of TABLES) {
      await runner.query(`alter table ${table} add column event_id uuid`);
    }
  }
}

const TABLES = [
  'consent_copy',
  'policy_copy',
  'attestation_copy',
  'subject_copy',
  'institution_copy',
];
