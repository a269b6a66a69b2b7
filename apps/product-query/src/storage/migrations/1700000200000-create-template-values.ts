import { ForwardOnlyMigration } from '@ndx/postgres';
import type { QueryRunner } from 'typeorm';

/** The tables of template queries and coverage checks (design 9). */
export class CreateTemplateValues1700000200000 extends ForwardOnlyMigration {
  readonly name = 'CreateTemplateValues1700000200000';

  async up(runner: QueryRunner): Promise<void> {
    // The latest value of each field by each furnisher; queries look it up by this key.
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
  }
}
