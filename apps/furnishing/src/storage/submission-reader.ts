import type * as api from '@ndx/api';
import { instantOf } from '@ndx/api';
import type { Subject } from '@ndx/catalog';
import { notFound, type Principal, type RecordState } from '@ndx/contracts';
import { type Asked, ID_ORDERS, type IdPlace } from '@ndx/service';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

type SubmissionFilters = Asked<typeof api.countSubmissions>['query'];

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

/** The index submission_rejected has the first part of the last two. */
const ACCEPTED: Readonly<Record<NonNullable<SubmissionFilters['accepted']>, string>> = {
  all: 'accepted_count = record_count',
  some: 'accepted_count < record_count and accepted_count > 0',
  none: 'accepted_count < record_count and accepted_count = 0',
};

/**
 * Those of an institution, by submission_by_furnisher, or by submission_by_dataset,
 * submission_rejected or submission_by_time with a filter.
 */
function foundBy({ accepted }: SubmissionFilters): string {
  return `
from submission where furnishing_entity_id = $1
  and ($2::uuid is null or network_id = $2)
  and ($3::text is null or dataset = $3)
  and ($4::timestamptz is null or submitted_at >= $4)
  and ($5::timestamptz is null or submitted_at < $5)
  ${accepted === undefined ? '' : `and ${ACCEPTED[accepted]}`}`;
}

/** A page of submissions, by id. */
export function pageOfSubmissions(filters: SubmissionFilters, order: IdPlace['order']): string {
  const { is, way } = ID_ORDERS[order];
  return `
select id as submission_id, network_id, dataset, program_name, record_count, accepted_count, submitted_at
${foundBy(filters)} and id ${is} $6 order by id ${way} limit $7`;
}

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

  /** A page of the submissions that the filters find. */
  list(
    principal: Principal,
    filters: SubmissionFilters,
    { order, after }: IdPlace,
    limit: number,
  ): Promise<SubmissionRow[]> {
    const page = pageOfSubmissions(filters, order);
    return this.dataSource.query(page, [...found(principal, filters), after, limit]);
  }

  /** The number of submissions that the filters find, at most the limit. */
  async count(principal: Principal, filters: SubmissionFilters, limit: number): Promise<number> {
    const [row] = await this.dataSource.query<[{ readonly count: number }]>(
      `select count(*)::integer as count from (select ${foundBy(filters)} limit $6) found`,
      [...found(principal, filters), limit],
    );
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

function found(
  { entity_id }: Principal,
  { network_id, dataset, from, to }: SubmissionFilters,
): readonly unknown[] {
  return [entity_id, network_id, dataset, from && instantOf(from), to && instantOf(to)];
}
