import type { StoredModels, Subject } from '@ndx/catalog';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

/** A place in the submissions of a network, in the order of their times. */
export interface SubmissionPlace {
  readonly submittedAt: Date;
  readonly id: string;
}

/** A submission with accepted records, and what furnishing knew of its furnisher then. */
export interface PastSubmission extends SubmissionPlace {
  readonly dataset: string;
  readonly furnishingEntityId: string;
  readonly judgedAt: Date;
  /** Whether the furnisher had an attestation in force. */
  readonly isAttested: boolean;
}

export interface PastRecord {
  readonly submissionId: string;
  readonly subjectType: Subject;
  /** Secrets are encrypted. */
  readonly models: StoredModels;
  /** Bytes of the models as text. */
  readonly size: number;
}

/** Which submissions are read. */
export interface SubmissionWindow {
  readonly networkId: string;
  /** The slugs of their data sets. */
  readonly datasets: readonly string[];
  /** The product or template to which their furnishers attest. */
  readonly productId: string;
  readonly from: Date;
  readonly to: Date;
  readonly after: SubmissionPlace | undefined;
  /** The number of accepted records in all of them. */
  readonly records: number;
}

/** Each data set has its part of submission_by_period; the sum ends the page at whole submissions. */
const SUBMISSIONS = `
select id, dataset, furnishing_entity_id as "furnishingEntityId",
  submitted_at as "submittedAt", judged_at as "judgedAt",
  exists (
    select from attestation_copy a
    where a.entity_id = page.furnishing_entity_id and a.product_id = $3
      and a.created_at <= page.submitted_at and a.expires_at > page.judged_at
      and (a.revoked_at is null or a.revoked_at > page.submitted_at)
  ) as "isAttested"
from (
  select found.*, sum(accepted_count) over (order by submitted_at, id) as records
  from unnest($2::text[]) as given (slug)
  cross join lateral (
    select id, dataset, furnishing_entity_id, accepted_count, submitted_at, judged_at
    from submission
    where network_id = $1 and dataset = given.slug and accepted_count > 0
      and submitted_at >= $4::timestamptz and submitted_at < $5::timestamptz
      and (submitted_at, id) > ($6::timestamptz, $7::uuid)
    order by submitted_at, id limit $8::integer
  ) found
) page
where records <= $8::integer
order by submitted_at, id`;

/** A submission's records are found by furnished_record_by_submission. */
const RECORDS = `
select submission_id as "submissionId", subject_type as "subjectType", models,
  octet_length(models::text) as size
from furnished_record where submission_id = any($1::uuid[])`;

const FIRST_ID = '00000000-0000-0000-0000-000000000000';

/** Records that a network accepted, including withdrawn and corrected ones. */
@Injectable()
export class PastRecords {
  constructor(private readonly dataSource: DataSource) {}

  /** The next submissions of a window that have at most so many records together, oldest first. */
  submissions(window: SubmissionWindow): Promise<PastSubmission[]> {
    const { networkId, datasets, productId, from, to, records } = window;
    const { submittedAt, id } = window.after ?? { submittedAt: from, id: FIRST_ID };
    return this.dataSource.query(SUBMISSIONS, [
      ...[networkId, datasets, productId, from, to],
      ...[submittedAt, id, records],
    ]);
  }

  /** The records of submissions, in any order. */
  records(submissionIds: readonly string[]): Promise<PastRecord[]> {
    return this.dataSource.query(RECORDS, [submissionIds]);
  }
}
