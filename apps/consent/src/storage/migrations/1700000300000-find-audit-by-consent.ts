import { ForwardOnlyMigration } from '@ndx/postgres';
import type { QueryRunner } from 'typeorm';

/** A receipt names the audit entries of its consent. */
export class FindAuditByConsent1700000300000 extends ForwardOnlyMigration {
  readonly name = 'FindAuditByConsent1700000300000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('create index audit_entry_by_subject on audit_entry (subject)');
  }
}
