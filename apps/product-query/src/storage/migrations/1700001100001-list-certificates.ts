import { ForwardOnlyMigration } from '@ndx/postgres';
import type { QueryRunner } from 'typeorm';

/** Pages through an institution's certificates. */
export class ListCertificates1700001100001 extends ForwardOnlyMigration {
  readonly name = 'ListCertificates1700001100001';
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    // A build that was killed leaves an invalid index behind.
    await runner.query('drop index concurrently if exists certificate_by_institution');
    await runner.query(
      'create index concurrently certificate_by_institution on certificate (entity_id, certificate_id)',
    );
  }
}
