import { ForwardOnlyMigration } from '@ndx/postgres';
import type { QueryRunner } from 'typeorm';

/**
 * Registrations that were stored before carry the jurisdiction as it was written, in upper case.
 * Entity rewrites them when it starts: their hashes need a key that no migration has. The mark keeps
 * them apart, since a code is not to be read again: Germany is `DE`, and so was Delaware.
 */
export class MarkNormalisedJurisdictions1700001000100 extends ForwardOnlyMigration {
  readonly name = 'MarkNormalisedJurisdictions1700001000100';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      'alter table business_registration add column is_normalised boolean not null default false',
    );
  }
}
