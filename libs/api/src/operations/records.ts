import { SUBJECTS } from '@ndx/catalog';
import {
  EXAMPLE_IDS,
  RECORD_END_REASONS,
  RECORD_STATES,
  type RecordEndReason,
} from '@ndx/contracts';
import { IsIn, IsOptional } from 'class-validator';
import { declareOperation } from '../operation/operation.js';
import { Text, Uuid } from '../shapes/shapes.js';
import * as wire from '../shapes/wire.js';
import { ListCount, MAX_COUNTED_ITEMS } from './list-count.js';
import { CURSOR_REFUSAL, CursorQuery, pageOf } from './page-shapes.js';
import { RecordPath } from './record-path.js';

class WithdrawRecordDto {
  @IsIn(RECORD_END_REASONS)
  readonly reason!: RecordEndReason;

  /** Required with the reason `other`. */
  @IsOptional()
  @Text(500)
  readonly reason_text?: string | null;
}

class ListRecordsQuery extends CursorQuery {
  @Uuid()
  readonly network_id!: string;

  @Uuid()
  readonly subject_id!: string;
}

class CountRecordsQuery {
  @Uuid()
  readonly network_id!: string;

  @Uuid()
  readonly subject_id!: string;
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

export const listRecords = declareOperation({
  id: 'listRecords',
  method: 'GET',
  path: COLLECTION,
  service: 'furnishing',
  permission: 'network:read',
  summary: 'List the records about a subject, newest first',
  description:
    'A governor of the network sees the records of every furnisher, any other member its own. The answer has no data of the records.',
  request: { query: ListRecordsQuery },
  answer: pageOf('RecordPage', RecordStatus),
  refusals: [...CURSOR_REFUSAL, 'not_a_member'],
  words: {
    'ListRecords.subject_id': ['The business or the consumer.', EXAMPLE_IDS.business],
  },
});

export const countRecords = declareOperation({
  id: 'countRecords',
  method: 'GET',
  path: `${COLLECTION}/count`,
  service: 'furnishing',
  permission: 'network:read',
  summary: 'Count the records about a subject',
  description: `Counts the records that \`GET ${COLLECTION}\` lists to the caller, up to ${MAX_COUNTED_ITEMS}.`,
  request: { query: CountRecordsQuery },
  answer: ListCount,
  refusals: ['not_a_member'],
  words: {
    'CountRecords.subject_id': ['The business or the consumer.', EXAMPLE_IDS.business],
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
