import { ForwardOnlyMigration } from '@ndx/postgres';
import type { QueryRunner } from 'typeorm';

/** The consent requirement of a query under a policy: a consent, or one of its allowed purposes. */
export class KeepConsentDemands1700001100000 extends ForwardOnlyMigration {
  readonly name = 'KeepConsentDemands1700001100000';

  async up(runner: QueryRunner): Promise<void> {
    for (const table of ['querying_policy', 'querying_policy_version']) {
      // Null is the default of the product, also for rows that a process of the previous release
      // writes.
      await runner.query(`
        alter table ${table}
          add column consent text,
          add column permissible_purposes jsonb not null default '[]'`);
    }
  }
}
