import { ForwardOnlyMigration } from '@ndx/postgres';
import type { QueryRunner } from 'typeorm';

/**
 * The subjects of an institution, for searches of a network whose `identity_visibility` is `related`.
 * Existing relations are filled from the statements of the institutions; a statement that was stored
 * before authors were kept relates nobody.
 */
export class RelateInstitutions1700001200000 extends ForwardOnlyMigration {
  readonly name = 'RelateInstitutions1700001200000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table network add column identity_visibility text not null default 'network'`);
    await runner.query(`
      create table subject_relation (
        subject_id uuid not null,
        entity_id uuid not null,
        network_id uuid not null,
        primary key (subject_id, entity_id)
      )`);
    for (const [identity, statement, subjectId] of [
      ['consumer_identity', 'consumer_statement', 'consumer_id'],
      ['business_identity', 'business_statement', 'business_id'],
    ] as const) {
      // Statements about a merged subject are joined to those of the subject that stands for it.
      await runner.query(`
        insert into subject_relation (subject_id, entity_id, network_id)
        select coalesce(i.merged_into, i.id), stated.entity_id, i.network_id
        from ${identity} i
        join (
          select id, stated_by as entity_id from ${identity} where stated_by is not null
          union all
          select ${subjectId}, entity_id from ${statement}
        ) stated on stated.id = i.id
        on conflict do nothing`);
    }
    // Searches by an institution.
    await runner.query(`
      create index subject_relation_by_entity
        on subject_relation (network_id, entity_id, subject_id)`);
  }
}
