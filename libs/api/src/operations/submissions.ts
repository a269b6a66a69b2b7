import { SUBJECTS } from '@ndx/catalog';
import { RECORD_STATES } from '@ndx/contracts';
import { IsIn, IsOptional, IsString, MaxLength } from 'class-validator';
import { declareOperation } from '../operation/operation.js';
import {
  ACCEPTED_PARTS,
  LIST_ORDERS,
  type AcceptedPart,
  type ListOrder,
} from '../shapes/named-values.js';
import { IsDateTime, Label, QueryInteger, Uuid } from '../shapes/shapes.js';
import * as wire from '../shapes/wire.js';
import { ListCount, MAX_COUNTED_ITEMS } from './list-count.js';
import { CURSOR_REFUSAL, CursorQuery, pageOf } from './page-shapes.js';

class SubmissionPath {
  @Uuid()
  readonly submission_id!: string;
}

/** The submissions that a reader asks for. */
class SubmissionFilters {
  @IsOptional()
  @Uuid()
  readonly network_id?: string;

  /** The slug of the product or template. */
  @IsOptional()
  @Label()
  readonly dataset?: string;

  /** How many of its records were accepted. */
  @IsOptional()
  @IsIn(ACCEPTED_PARTS)
  readonly accepted?: AcceptedPart;

  /** Start of the window, inclusive. */
  @IsOptional()
  @IsDateTime()
  readonly from?: string;

  /** End of the window, exclusive. */
  @IsOptional()
  @IsDateTime()
  readonly to?: string;
}

class CountSubmissionsQuery extends SubmissionFilters {}

class ListSubmissionsQuery extends SubmissionFilters {
  @IsOptional()
  @QueryInteger({ min: 1, max: 100 })
  readonly limit: number = 100;

  @IsOptional()
  @IsString()
  @MaxLength(200)
  readonly cursor?: string;

  @IsOptional()
  @IsIn(LIST_ORDERS)
  readonly order: ListOrder = 'oldest_first';
}

const ACCEPTED_WORDS = 'Only submissions of which all, some or none of the records were accepted.';

const SubmissionSummary = wire.record('Submission', {
  submission_id: wire.uuid,
  network_id: wire.uuid,
  /** The slug of the product or template. */
  dataset: wire.text,
  /** The program name that the furnisher stated. */
  program_name: wire.nullable(wire.text),
  record_count: wire.integer,
  accepted_count: wire.integer,
  submitted_at: wire.timestamp,
});

/** An accepted record, without its data. */
const SubmittedRecord = wire.record('SubmittedRecord', {
  record_id: wire.uuid,
  /** Its index in the request. */
  index: wire.integer,
  subject_type: wire.oneOf(SUBJECTS),
  subject_id: wire.uuid,
  state: wire.oneOf(RECORD_STATES),
});

const reading = { method: 'GET', service: 'furnishing', permission: 'data:furnish' } as const;

export const listSubmissions = declareOperation({
  ...reading,
  id: 'listSubmissions',
  path: '/v1/submissions',
  summary: "List the institution's submissions",
  request: { query: ListSubmissionsQuery },
  answer: pageOf('SubmissionPage', SubmissionSummary),
  refusals: CURSOR_REFUSAL,
  words: {
    'ListSubmissionsQuery.accepted': ACCEPTED_WORDS,
    dataset: ['The slug of the product or template.', 'kyb_certificate'],
    record_count: ['The number of records in the request.', 100],
    accepted_count: ['The number of accepted records.', 99],
    submitted_at: ['The time of the submission.', '2026-01-15T09:30:00.000Z'],
  },
});

export const countSubmissions = declareOperation({
  ...reading,
  id: 'countSubmissions',
  path: '/v1/submissions/count',
  summary: "Count the institution's submissions",
  description: `Counts the submissions that \`GET /v1/submissions\` lists with these filters, up to ${MAX_COUNTED_ITEMS}.`,
  request: { query: CountSubmissionsQuery },
  answer: ListCount,
  words: {
    'CountSubmissionsQuery.accepted': ACCEPTED_WORDS,
  },
});

export const listSubmittedRecords = declareOperation({
  ...reading,
  id: 'listSubmittedRecords',
  path: '/v1/submissions/{submission_id}/records',
  summary: 'List the accepted records of a submission of the institution',
  request: { path: SubmissionPath, query: CursorQuery },
  answer: pageOf('SubmittedRecordPage', SubmittedRecord),
  refusals: [...CURSOR_REFUSAL, 'not_found'],
  words: {
    'SubmittedRecord.state':
      'Whether queries use the record: `furnished`; `withdrawn` or `corrected` records are no source.',
  },
});
