import { ForwardOnlyMigration } from '@ndx/postgres';
import type { QueryRunner } from 'typeorm';

/** What a query under a policy must have; null for policies of before, which had the default. */
export class KeepConsentDemands1700001100000 extends ForwardOnlyMigration {
  readonly name = 'KeepConsentDemands1700001100000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table policy_copy add column consent text, add column permissible_purposes text`);
  }
}
