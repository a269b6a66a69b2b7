import { SUBJECTS } from '@ndx/catalog';
import {
  EXAMPLE_IDS,
  RECORD_END_REASONS,
  RECORD_STATES,
  type RecordEndReason,
  type RecordState,
} from '@ndx/contracts';
import { IsIn, IsOptional, IsString, MaxLength } from 'class-validator';
import { declareOperation } from '../operation/operation.js';
import { LIST_ORDERS, type ListOrder } from '../shapes/named-values.js';
import { IsDateTime, QueryInteger, Text, Uuid, Uuids } from '../shapes/shapes.js';
import * as wire from '../shapes/wire.js';
import { ListCount, MAX_COUNTED_ITEMS } from './list-count.js';
import { CURSOR_REFUSAL, pageOf } from './page-shapes.js';
import { RecordPath } from './record-path.js';

/** Records that a list of ids names: a page of them. */
const RECORDS_PER_LIST = 100;

class WithdrawRecordDto {
  @IsIn(RECORD_END_REASONS)
  readonly reason!: RecordEndReason;

  /** Required with the reason `other`. */
  @IsOptional()
  @Text(500)
  readonly reason_text?: string | null;
}

/** The records that a reader asks for. */
class CountRecordsQuery {
  @Uuid()
  readonly network_id!: string;

  @IsOptional()
  @Uuid()
  readonly subject_id?: string;

  @IsOptional()
  @Uuids(RECORDS_PER_LIST)
  readonly record_ids?: string;

  @IsOptional()
  @IsIn(RECORD_STATES)
  readonly state?: RecordState;

  /** The first time of the furnishing, included. */
  @IsOptional()
  @IsDateTime()
  readonly from?: string;

  /** The end of the times of the furnishing, excluded. */
  @IsOptional()
  @IsDateTime()
  readonly to?: string;
}

class ListRecordsQuery extends CountRecordsQuery {
  @IsOptional()
  @QueryInteger({ min: 1, max: 100 })
  readonly limit: number = 100;

  @IsOptional()
  @IsString()
  @MaxLength(200)
  readonly cursor?: string;

  @IsOptional()
  @IsIn(LIST_ORDERS)
  readonly order: ListOrder = 'newest_first';
}

/** A record without its data, and whether it is a source of answers. */
const RecordStatus = wire.record('RecordStatus', {
  record_id: wire.uuid,
  submission_id: wire.uuid,
  network_id: wire.uuid,
  dataset: wire.text,
  subject_type: wire.oneOf(SUBJECTS),
  subject_id: wire.uuid,
  furnishing_entity_id: wire.uuid,
  furnished_at: wire.timestamp,
  state: wire.oneOf(RECORD_STATES),
  reason: wire.nullable(wire.oneOf(RECORD_END_REASONS)),
  /** Of the furnisher alone. */
  reason_text: wire.nullable(wire.text),
  ended_at: wire.nullable(wire.timestamp),
  corrected_by_record_id: wire.nullable(wire.uuid),
  corrects_record_id: wire.nullable(wire.uuid),
});

const COLLECTION = '/v1/records';
const ITEM = `${COLLECTION}/{record_id}` as const;

const SUBJECT_WORDS = [
  'Only records about this business or consumer.',
  EXAMPLE_IDS.business,
] as const;
const IDS_WORDS = [
  `Only these records: at most ${RECORDS_PER_LIST} ids, separated by commas.`,
  EXAMPLE_IDS.record,
] as const;
const STATE_WORDS = 'Only records with this state now.';

export const listRecords = declareOperation({
  id: 'listRecords',
  method: 'GET',
  path: COLLECTION,
  service: 'furnishing',
  permission: 'network:read',
  summary: "List the institution's records, or those about a subject",
  description:
    'Lists the records that the institution furnished; with `subject_id` or `record_ids`, a governor of the network sees those of every furnisher. The answer has no data of the records.',
  request: { query: ListRecordsQuery },
  answer: pageOf('RecordPage', RecordStatus),
  refusals: [...CURSOR_REFUSAL, 'not_a_member'],
  words: {
    'ListRecordsQuery.subject_id': SUBJECT_WORDS,
    'ListRecordsQuery.record_ids': IDS_WORDS,
    'ListRecordsQuery.state': STATE_WORDS,
  },
});

export const countRecords = declareOperation({
  id: 'countRecords',
  method: 'GET',
  path: `${COLLECTION}/count`,
  service: 'furnishing',
  permission: 'network:read',
  summary: "Count the institution's records, or those about a subject",
  description: `Counts the records that \`GET ${COLLECTION}\` lists to the caller with these filters, up to ${MAX_COUNTED_ITEMS}.`,
  request: { query: CountRecordsQuery },
  answer: ListCount,
  refusals: ['not_a_member'],
  words: {
    'CountRecordsQuery.subject_id': SUBJECT_WORDS,
    'CountRecordsQuery.record_ids': IDS_WORDS,
    'CountRecordsQuery.state': STATE_WORDS,
  },
});

export const readRecord = declareOperation({
  id: 'readRecord',
  method: 'GET',
  path: ITEM,
  service: 'furnishing',
  permission: 'network:read',
  summary: 'Read the state of a record',
  description:
    'The furnisher and the governors of the network can read it. The answer has no data of the record.',
  request: { path: RecordPath },
  answer: RecordStatus,
  refusals: ['not_found'],
  words: {
    'RecordStatus.dataset': ['The slug of the product or template.', 'kyb_certificate'],
    'RecordStatus.furnishing_entity_id': ['The furnisher.', EXAMPLE_IDS.furnisher],
    'RecordStatus.furnished_at': ['The time of furnishing.', '2026-01-15T09:30:00.000Z'],
    'RecordStatus.state':
      'Whether queries use the record: `furnished`; `withdrawn` or `corrected` records are no source.',
    'RecordStatus.reason': ['Why the furnisher withdrew the record, if it did.', 'wrong_value'],
    'RecordStatus.ended_at': ['The time of the end, if any.', '2026-01-20T09:30:00.000Z'],
    reason_text: [
      "The furnisher's explanation, which only the furnisher and the governors see.",
      'The registration belongs to another company',
    ],
    corrected_by_record_id: ['The record that replaces a corrected one.', EXAMPLE_IDS.record],
    'RecordStatus.corrects_record_id': ['The record that it replaces, if any.', EXAMPLE_IDS.record],
  },
});

export const withdrawRecord = declareOperation({
  id: 'withdrawRecord',
  method: 'POST',
  path: `${ITEM}/withdraw`,
  service: 'furnishing',
  permission: 'data:furnish',
  summary: 'Withdraw a record of the institution',
  description:
    'A withdrawal is final: no query that starts after the response uses the record. An earlier record of the institution about the subject, if it has not ended, counts again. Past answers, their evidence and their replays keep the record. A repeated request confirms the first one and returns the same.',
  request: { path: RecordPath, body: WithdrawRecordDto },
  answer: RecordStatus,
  example: { reason: 'wrong_value', reason_text: 'The registration belongs to another company' },
  refusals: ['not_found', 'invalid_value'],
  words: { 'WithdrawRecord.reason': ['Why the record is withdrawn.', 'wrong_value'] },
});
