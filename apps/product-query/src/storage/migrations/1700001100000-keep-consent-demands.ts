import { ForwardOnlyMigration } from '@ndx/postgres';
import type { QueryRunner } from 'typeorm';

/**
 * The consent requirement of a query under a policy; null for earlier policies, which had the
 * default.
 */
export class KeepConsentDemands1700001100000 extends ForwardOnlyMigration {
  readonly name = 'KeepConsentDemands1700001100000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table policy_copy add column consent text, add column permissible_purposes text`);
  }
}
