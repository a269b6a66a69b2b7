import type { Subject } from '@ndx/catalog';
import { notFound, type Principal, type RecordState } from '@ndx/contracts';
import { inEachOrder, type IdPlace } from '@ndx/service';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

export interface SubmissionRow {
  readonly submission_id: string;
  readonly network_id: string;
  readonly dataset: string;
  readonly program_name: string | null;
  readonly record_count: number;
  readonly accepted_count: number;
  readonly submitted_at: Date;
}

export interface SubmittedRecordRow {
  readonly record_id: string;
  readonly index: number;
  readonly subject_type: Subject;
  readonly subject_id: string;
  readonly state: RecordState;
}

/** Use the index submission_by_furnisher. */
const LIST = inEachOrder(
  (is, way) => `
select id as submission_id, network_id, dataset, program_name, record_count, accepted_count, submitted_at
from submission where furnishing_entity_id = $1 and id ${is} $2 order by id ${way} limit $3`,
);

/** Reads submission_by_furnisher alone. */
const COUNT = `
select count(*)::integer as count from (
  select from submission where furnishing_entity_id = $1 limit $2) found`;

const OWN = 'select from submission where id = $1 and furnishing_entity_id = $2';

/** A submission has at most a hundred records, found by furnished_record_by_submission. */
const RECORDS = `
select r.id as record_id, r.position as index, r.subject_type, r.subject_id,
       coalesce(e.state, 'furnished') as state
from furnished_record r left join record_end e on e.id = r.id
where r.submission_id = $1 and r.id > $2 order by r.id limit $3`;

/** Submissions of the caller's institution; other callers get RESOURCE_NOT_FOUND. */
@Injectable()
export class SubmissionReader {
  constructor(private readonly dataSource: DataSource) {}

  /** A page of the submissions. */
  list(principal: Principal, { order, after }: IdPlace, limit: number): Promise<SubmissionRow[]> {
    return this.dataSource.query(LIST[order], [principal.entity_id, after, limit]);
  }

  /** The number of submissions, at most the limit. */
  async count(principal: Principal, limit: number): Promise<number> {
    const [row] = await this.dataSource.query<[{ readonly count: number }]>(COUNT, [
      principal.entity_id,
      limit,
    ]);
    return row.count;
  }

  /** @throws RESOURCE_NOT_FOUND when absent, or of another institution */
  async records(
    principal: Principal,
    submissionId: string,
    after: string,
    limit: number,
  ): Promise<SubmittedRecordRow[]> {
    const own: unknown[] = await this.dataSource.query(OWN, [submissionId, principal.entity_id]);
    if (own.length === 0) throw notFound('not_found', 'submission not found');
    return this.dataSource.query(RECORDS, [submissionId, after, limit]);
  }
}
