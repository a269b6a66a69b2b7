import { ForwardOnlyMigration } from '@ndx/postgres';
import type { QueryRunner } from 'typeorm';

/**
 * Finds the consents of a template query's subject, and distinguishes consumers from businesses in
 * checks.
 */
export class FindConsentsAndSubjects1700000300000 extends ForwardOnlyMigration {
  readonly name = 'FindConsentsAndSubjects1700000300000';

  async up(runner: QueryRunner): Promise<void> {
    // No pending list of the index: every query would scan it.
    await runner.query(`
      create index consent_copy_by_subject on consent_copy using gin (match_hashes)
        with (fastupdate = off)`);
    // Null for a subject identified before its type was stored: the request's kind is then
    // accepted.
    await runner.query(`
      alter table subject_copy add column subject_type text
        check (subject_type in ('consumer', 'business'))`);
  }
}
