import { buildIndex, ForwardOnlyMigration } from '@ndx/postgres';
import type { QueryRunner } from 'typeorm';

/** Pages through an institution's consents of one kind. */
export class ListConsents1700001100000 extends ForwardOnlyMigration {
  readonly name = 'ListConsents1700001100000';
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await buildIndex(runner, {
      name: 'consent_by_institution',
      on: 'consent (entity_id, kind, id)',
    });
  }
}
