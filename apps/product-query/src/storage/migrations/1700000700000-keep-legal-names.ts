import { ForwardOnlyMigration } from '@ndx/postgres';
import type { QueryRunner } from 'typeorm';

/** The legal name of a business in its network, which an identity verification returns. */
export class KeepLegalNames1700000700000 extends ForwardOnlyMigration {
  readonly name = 'KeepLegalNames1700000700000';

  async up(runner: QueryRunner): Promise<void> {
    // Null until entity has published the name, and for a business without a known name.
    await runner.query('alter table subject_copy add column legal_name text');
  }
}
