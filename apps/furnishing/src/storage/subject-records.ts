import type { AnswerOf, findRecordsOfSubject } from '@ndx/api';
import { BOUNDS, type PayloadOf, type RecordFurnished } from '@ndx/contracts';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { readRecords } from './record-reader.js';

type Listed = AnswerOf<typeof findRecordsOfSubject>['records'][number];

/** Uses the index furnished_record_by_subject. */
const LIST = `
select r.id as record_id, s.furnishing_entity_id, s.dataset, s.submitted_at as furnished_at,
       r.stated_business ->> 'business_legal_name' as business_legal_name,
       r.stated_business ->> 'business_jurisdiction_of_formation' as business_jurisdiction_of_formation,
       r.stated_business ->> 'business_registration_identifier' as business_registration_identifier
from furnished_record r join submission s on s.id = r.submission_id
where r.subject_id = $1 order by r.id limit ${BOUNDS.separation.parts + 1}`;

/** The records of the furnishers that have records about both subjects. */
const OF_BOTH = `
with of_subjects as (
  select r.id, r.subject_id, s.furnishing_entity_id
  from furnished_record r join submission s on s.id = r.submission_id
  where r.subject_id = any($1::uuid[])
)
select id from of_subjects where furnishing_entity_id in (
  select furnishing_entity_id from of_subjects
  group by furnishing_entity_id having count(distinct subject_id) = 2)
order by id`;

/** The records about one subject (decision 0108). */
@Injectable()
export class SubjectRecords {
  constructor(private readonly dataSource: DataSource) {}

  /** In the order of furnishing. */
  async list(subjectId: string): Promise<Listed[]> {
    const rows = await this.dataSource.query<(Listed & { furnished_at: Date })[]>(LIST, [
      subjectId,
    ]);
    return rows.map((row) => ({ ...row, furnished_at: row.furnished_at.toISOString() }));
  }

  /**
   * Moves records to another subject.
   * @returns every record of the furnishers that have some about either: a reader that stores one of
   *   each furnisher and subject has to read them again
   */
  async move(
    manager: EntityManager,
    subjectId: string,
    to: { readonly newSubjectId: string; readonly recordIds: readonly string[] },
  ): Promise<PayloadOf<typeof RecordFurnished>[]> {
    const { newSubjectId, recordIds } = to;
    await manager.query(
      `update furnished_record set subject_id = $2
       where id = any($3::uuid[]) and subject_id = $1`,
      [subjectId, newSubjectId, recordIds],
    );
    const rows = await manager.query<{ id: string }[]>(OF_BOTH, [[subjectId, newSubjectId]]);
    return readRecords(
      manager,
      rows.map(({ id }) => id),
    );
  }
}
