import { ForwardOnlyMigration } from '@ndx/postgres';
import type { QueryRunner } from 'typeorm';

/** Pages through an institution's consents of one kind. */
export class ListConsents1700001100000 extends ForwardOnlyMigration {
  readonly name = 'ListConsents1700001100000';
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    // A build that was killed leaves an invalid index behind.
    await runner.query('drop index concurrently if exists consent_by_institution');
    await runner.query(
      'create index concurrently consent_by_institution on consent (entity_id, kind, id)',
    );
  }
}
