import { buildIndex, ForwardOnlyMigration } from '@ndx/postgres';
import type { QueryRunner } from 'typeorm';

/** Pages through an institution's certificates. */
export class ListCertificates1700001100001 extends ForwardOnlyMigration {
  readonly name = 'ListCertificates1700001100001';
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await buildIndex(runner, {
      name: 'certificate_by_institution',
      on: 'certificate (entity_id, certificate_id)',
    });
  }
}
