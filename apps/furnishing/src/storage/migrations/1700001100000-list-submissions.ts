import { buildIndex, ForwardOnlyMigration } from '@ndx/postgres';
import type { QueryRunner } from 'typeorm';

/** Pages through an institution's submissions. */
export class ListSubmissions1700001100000 extends ForwardOnlyMigration {
  readonly name = 'ListSubmissions1700001100000';
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await buildIndex(runner, {
      name: 'submission_by_furnisher',
      on: 'submission (furnishing_entity_id, id)',
    });
  }
}
