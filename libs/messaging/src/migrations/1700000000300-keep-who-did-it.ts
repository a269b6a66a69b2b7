import { ForwardOnlyMigration } from '@ndx/postgres';
import type { QueryRunner } from 'typeorm';

/** The outbox says what the audit log is to know; the version before writes neither column. */
export class KeepWhoDidIt1700000000300 extends ForwardOnlyMigration {
  readonly name = 'KeepWhoDidIt1700000000300';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `alter table outbox add column account_id uuid, add column audit_chains text not null default ''`,
    );
  }
}
