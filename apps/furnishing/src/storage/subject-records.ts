import type { AnswerOf, findRecordsOfSubject } from '@ndx/api';
import { BOUNDS } from '@ndx/contracts';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { standingRecords } from '../domain/standing-records.js';
import { readRecords } from './record-reader.js';

type Listed = AnswerOf<typeof findRecordsOfSubject>['records'][number];

/** Uses the index furnished_record_by_subject. */
const LIST = `
select r.id as record_id, s.furnishing_entity_id, s.dataset, s.submitted_at as furnished_at,
       r.stated_business ->> 'business_legal_name' as business_legal_name,
       r.stated_business ->> 'business_jurisdiction_of_formation' as business_jurisdiction_of_formation,
       r.stated_business ->> 'business_registration_identifier' as business_registration_identifier
from furnished_record r join submission s on s.id = r.submission_id
where r.subject_id = any($1::uuid[]) order by r.id limit ${BOUNDS.separation.parts + 1}`;

/** The records about a subject that have not ended, of the furnishers of some records. */
const OF_FURNISHERS = `
select r.id from furnished_record r join submission s on s.id = r.submission_id
left join record_end e on e.id = r.id
where r.subject_id = $1 and e.id is null and s.furnishing_entity_id in (
  select moved.furnishing_entity_id from furnished_record m
  join submission moved on moved.id = m.submission_id where m.id = any($2::uuid[]))
order by r.id`;

/** The records about one subject (decision 0108). */
@Injectable()
export class SubjectRecords {
  constructor(private readonly dataSource: DataSource) {}

  /** In the order of furnishing. */
  async list(subjectIds: readonly string[]): Promise<Listed[]> {
    const rows = await this.dataSource.query<(Listed & { furnished_at: Date })[]>(LIST, [
      subjectIds,
    ]);
    return rows.map((row) => ({ ...row, furnished_at: row.furnished_at.toISOString() }));
  }

  /** Moves records about some subjects to another one. */
  async move(
    manager: EntityManager,
    subjectIds: readonly string[],
    to: { readonly newSubjectId: string; readonly recordIds: readonly string[] },
  ): Promise<void> {
    await manager.query(
      `update furnished_record set subject_id = $2
       where id = any($3::uuid[]) and subject_id = any($1::uuid[])`,
      [subjectIds, to.newSubjectId, to.recordIds],
    );
  }

  /**
   * The records about a subject that count after a separation, on either side of it, whether or not
   * it is applied; only records of the furnishers of moved ones.
   */
  async findSeparated(subjectId: string, movedIds: readonly string[]): Promise<string[]> {
    const { manager } = this.dataSource;
    const rows = await manager.query<{ id: string }[]>(OF_FURNISHERS, [subjectId, movedIds]);
    const records = await readRecords(
      manager,
      rows.map(({ id }) => id),
    );
    const moved = new Set(movedIds);
    const furnishers = new Set(records.map((record) => record.furnishing_entity_id));
    return [...furnishers].flatMap((furnisher) => {
      const own = records.filter((record) => record.furnishing_entity_id === furnisher);
      const sides = [true, false].map((side) =>
        own.filter(({ record_id }) => moved.has(record_id) === side),
      );
      return sides.flatMap(standingRecords).map(({ record_id }) => record_id);
    });
  }
}
