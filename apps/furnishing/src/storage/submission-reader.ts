import type { Subject } from '@ndx/catalog';
import { notFound, type Principal } from '@ndx/contracts';
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
}

/** Uses the index submission_by_furnisher. */
const LIST = `
select id as submission_id, network_id, dataset, program_name, record_count, accepted_count, submitted_at
from submission where furnishing_entity_id = $1 and id > $2 order by id limit $3`;

const OWN = 'select from submission where id = $1 and furnishing_entity_id = $2';

/** A submission has at most a hundred records, found by furnished_record_by_submission. */
const RECORDS = `
select id as record_id, position as index, subject_type, subject_id
from furnished_record where submission_id = $1 and id > $2 order by id limit $3`;

/** Submissions of the caller's institution; other callers get RESOURCE_NOT_FOUND. */
@Injectable()
export class SubmissionReader {
  constructor(private readonly dataSource: DataSource) {}

  /** Lists the submissions after an id, oldest first. */
  list(principal: Principal, after: string, limit: number): Promise<SubmissionRow[]> {
    return this.dataSource.query(LIST, [principal.entity_id, after, limit]);
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
