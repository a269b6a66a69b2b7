import { ForwardOnlyMigration } from '@ndx/postgres';
import type { QueryRunner } from 'typeorm';

/**
 * Existing registrations have the jurisdiction as written, in upper case. Entity rewrites them when
 * it starts, because their hashes need a key that migrations do not have. The mark excludes
 * rewritten rows: a code must not be parsed again, since `DE` is Germany and was also Delaware.
 */
export class MarkNormalisedJurisdictions1700001000100 extends ForwardOnlyMigration {
  readonly name = 'MarkNormalisedJurisdictions1700001000100';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      'alter table business_registration add column is_normalised boolean not null default false',
    );
  }
}
