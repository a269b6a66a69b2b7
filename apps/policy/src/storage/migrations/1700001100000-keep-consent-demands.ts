import { ForwardOnlyMigration } from '@ndx/postgres';
import type { QueryRunner } from 'typeorm';

/** What a query under a policy must have: a consent, or a purpose among those that it allows. */
export class KeepConsentDemands1700001100000 extends ForwardOnlyMigration {
  readonly name = 'KeepConsentDemands1700001100000';

  async up(runner: QueryRunner): Promise<void> {
    for (const table of ['querying_policy', 'querying_policy_version']) {
      // Null is the default of the product, also for what a process of the former release saves.
      await runner.query(`
        alter table ${table}
          add column consent text,
          add column permissible_purposes jsonb not null default '[]'`);
    }
  }
}
