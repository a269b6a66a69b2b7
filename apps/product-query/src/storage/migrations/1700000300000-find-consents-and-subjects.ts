import { ForwardOnlyMigration } from '@ndx/postgres';
import type { QueryRunner } from 'typeorm';

/** How a template query finds the consents of its subject, and a check tells a consumer from a business. */
export class FindConsentsAndSubjects1700000300000 extends ForwardOnlyMigration {
  readonly name = 'FindConsentsAndSubjects1700000300000';

  async up(runner: QueryRunner): Promise<void> {
    // Entries are not kept pending, for every query would scan them.
    await runner.query(`
      create index consent_copy_by_subject on consent_copy using gin (match_hashes)
        with (fastupdate = off)`);
    // Null for a subject that was identified before its type was kept: it is taken at its word.
    await runner.query(`
      alter table subject_copy add column subject_type text
        check (subject_type in ('consumer', 'business'))`);
  }
}
