import { ForwardOnlyMigration } from '@ndx/service-kit';
import type { QueryRunner } from 'typeorm';

/** What template queries and coverage checks read (design 9). */
export class CreateTemplateValues1700000200000 extends ForwardOnlyMigration {
  readonly name = 'CreateTemplateValues1700000200000';

  async up(runner: QueryRunner): Promise<void> {
    // The latest value of each field by each furnisher; the key is how a query looks it up.
    await runner.query(`
      create table template_value (
        subject_id uuid not null,
        dataset text not null,
        field text not null,
        furnishing_entity_id uuid not null,
        network_id uuid not null,
        record_id uuid not null,
        furnished_at timestamptz not null,
        value text not null,
        primary key (subject_id, dataset, field, furnishing_entity_id)
      )`);
    await runner.query('alter table consent_copy add column entity_id uuid');
    await runner.query(
      `update consent_copy set entity_id = (state::json ->> 'entity_id')::uuid where entity_id is null`,
    );
    await runner.query('alter table consent_copy alter column entity_id set not null');
    // Finds the consents of a subject. Entries are not kept pending, for every query would scan them.
    await runner.query(`
      create index consent_copy_by_subject on consent_copy using gin (match_hashes)
        with (fastupdate = off)`);
    // Every scope that a consent ever had: one that is narrowed still governs what it governed.
    await runner.query(`
      create table consent_scope (
        consent_id uuid not null,
        scope text not null,
        primary key (consent_id, scope)
      )`);
    await runner.query(
      `insert into consent_scope (consent_id, scope) select consent_id, state::json ->> 'scope' from consent_copy`,
    );
    // Null for a subject that was identified before its type was kept: it is taken at its word.
    await runner.query(`
      alter table subject_copy add column subject_type text
        check (subject_type in ('consumer', 'business'))`);
  }
}
