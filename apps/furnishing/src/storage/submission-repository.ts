import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { FurnishedRecord, Submission } from '../domain/furnished-record.js';

const ADD_SUBMISSION = `
insert into submission (id, network_id, furnishing_entity_id, account_id, dataset, program_name,
  application_date, record_count, accepted_count, submitted_at, judged_at)
values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`;

const ADD_RECORDS = `
insert into furnished_record (id, submission_id, position, subject_type, subject_id,
  stated_business, corrects, models)
select id, $1, position, subject_type, subject_id, stated_business, corrects, models
from json_populate_recordset(null::furnished_record, $2)`;

/** Stores furnished data; rows never change. */
@Injectable()
export class SubmissionRepository {
  /** Two statements for any number of records. */
  async add(
    manager: EntityManager,
    submission: Submission,
    records: readonly FurnishedRecord[],
  ): Promise<void> {
    await manager.query(ADD_SUBMISSION, [
      submission.id,
      submission.networkId,
      submission.furnishingEntityId,
      submission.accountId,
      submission.dataset.slug,
      submission.programName,
      submission.applicationDate,
      submission.recordCount,
      records.length,
      submission.submittedAt,
      submission.judgedAt,
    ]);
    if (records.length === 0) return;
    await manager.query(ADD_RECORDS, [submission.id, JSON.stringify(records.map(toColumns))]);
  }
}

function toColumns({ subjectType, subjectId, statedBusiness, ...record }: FurnishedRecord) {
  return {
    ...record,
    subject_type: subjectType,
    subject_id: subjectId,
    stated_business: statedBusiness,
  };
}
