import { ForwardOnlyMigration } from '@ndx/postgres';
import type { QueryRunner } from 'typeorm';

/**
 * The event that brought a copy to its revision: another event at that revision comes from a lost
 * history.
 */
export class KeepEventsOfCopies1700000900200 extends ForwardOnlyMigration {
  readonly name = 'KeepEventsOfCopies1700000900200';

  async up(runner: QueryRunner): Promise<void> {
    for (const table of TABLES) {
      await runner.query(`alter table ${table} add column event_id uuid`);
    }
  }
}

const TABLES = ['furnishing_policy_copy', 'attestation_copy'];
