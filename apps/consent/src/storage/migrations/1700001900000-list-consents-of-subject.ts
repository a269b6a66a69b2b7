import { buildIndex, ForwardOnlyMigration } from '@ndx/postgres';
import type { QueryRunner } from 'typeorm';

/** Pages through an institution's consents of one subject. */
export class ListConsentsOfSubject1700001900000 extends ForwardOnlyMigration {
  readonly name = 'ListConsentsOfSubject1700001900000';
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await buildIndex(runner, {
      name: 'consent_by_subject',
      on: 'consent (entity_id, subject_id, id)',
    });
  }
}
