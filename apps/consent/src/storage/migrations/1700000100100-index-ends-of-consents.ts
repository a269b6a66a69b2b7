import { ForwardOnlyMigration } from '@ndx/postgres';
import type { QueryRunner } from 'typeorm';

/** Finds an institution's consents that end soon among all that are in force. */
export class IndexEndsOfConsents1700000100100 extends ForwardOnlyMigration {
  readonly name = 'IndexEndsOfConsents1700000100100';
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('drop index concurrently if exists consent_by_end');
    await runner.query(
      `create index concurrently consent_by_end on consent (entity_id, kind, expires_at)
       where revoked_at is null`,
    );
  }
}
