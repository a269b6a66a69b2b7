import {
  DISPUTE_OUTCOMES,
  DISPUTE_REASONS,
  DISPUTE_STATES,
  type DisputeState,
  EXAMPLE_IDS,
  RECORD_END_REASONS,
  type DisputeOutcome,
  type DisputeReason,
  type RecordEndReason,
} from '@ndx/contracts';
import { IsBoolean, IsIn, IsOptional, IsString, MaxLength } from 'class-validator';
import { declareInternalOperation, declareOperation } from '../operation/operation.js';
import { DISPUTE_ORDERS, type DisputeOrder } from '../shapes/named-values.js';
import { Label, QueryFlag, QueryInteger, Sha256, Text, Uuid } from '../shapes/shapes.js';
import * as wire from '../shapes/wire.js';
import { ListCount, MAX_COUNTED_ITEMS } from './list-count.js';
import { CURSOR_REFUSAL, pageOf } from './page-shapes.js';
import { RecordPath } from './record-path.js';

class DisputePath {
  @Uuid()
  readonly dispute_id!: string;
}

class OpenDisputeDto {
  /** Required unless the subject asked for the dispute. */
  @IsOptional()
  @Uuid()
  readonly query_event_id?: string | null;

  @IsOptional()
  @IsBoolean()
  readonly on_behalf_of_subject?: boolean | null;

  @Label()
  readonly model_name!: string;

  @IsOptional()
  @Label()
  readonly field_name?: string | null;

  @IsIn(RECORD_END_REASONS)
  readonly reason!: RecordEndReason;

  @Text(2_000)
  readonly reason_text!: string;

  @IsOptional()
  @Sha256()
  readonly attachment_sha256?: string | null;
}

class DecideDisputeDto {
  @IsIn(DISPUTE_OUTCOMES)
  readonly outcome!: DisputeOutcome;

  @IsIn(DISPUTE_REASONS)
  readonly reason!: DisputeReason;

  @Text(2_000)
  readonly reason_text!: string;
}

class AttachDisputeStatementDto {
  @Text(2_000)
  readonly statement_text!: string;
}

const Dispute = wire.record('Dispute', {
  dispute_id: wire.uuid,
  network_id: wire.uuid,
  record_id: wire.uuid,
  furnishing_entity_id: wire.uuid,
  disputing_entity_id: wire.uuid,
  query_event_id: wire.nullable(wire.uuid),
  on_behalf_of_subject: wire.flag,
  model_name: wire.text,
  field_name: wire.nullable(wire.text),
  reason: wire.oneOf(RECORD_END_REASONS),
  reason_text: wire.nullable(wire.text),
  attachment_sha256: wire.nullable(wire.text),
  state: wire.oneOf(DISPUTE_STATES),
  is_overdue: wire.flag,
  opened_at: wire.timestamp,
  acknowledge_by: wire.timestamp,
  acknowledged_at: wire.nullable(wire.timestamp),
  decide_by: wire.timestamp,
  decided_at: wire.nullable(wire.timestamp),
  outcome: wire.nullable(wire.oneOf(DISPUTE_OUTCOMES)),
  decision_reason: wire.nullable(wire.oneOf(DISPUTE_REASONS)),
  decision_text: wire.nullable(wire.text),
  statement_text: wire.nullable(wire.text),
  stated_at: wire.nullable(wire.timestamp),
});

const COLLECTION = '/v1/disputes';
const ITEM = `${COLLECTION}/{dispute_id}` as const;
const TIME = '2026-01-20T09:30:00.000Z';
const COMMON = { service: 'furnishing', answer: Dispute } as const;
const TO_FURNISHER = ['not_found', 'other_institution', 'already_resolved'] as const;

export const openDispute = declareOperation({
  ...COMMON,
  id: 'openDispute',
  method: 'POST',
  path: '/v1/records/{record_id}/disputes',
  permission: 'product:query',
  summary: 'Dispute a section or a field of a record',
  description:
    'An institution disputes a record that one of its queries used, and names that query; or, as a member of the network of the record, disputes it because the subject asked for it. The furnisher has five business days (Monday to Friday, UTC) to acknowledge the dispute and 30 days to decide it. An institution has one undecided dispute of a section or field of a record; the same request again returns it, and another one is a 409.',
  request: { path: RecordPath, body: OpenDisputeDto },
  example: {
    query_event_id: EXAMPLE_IDS.query,
    model_name: 'business_identity_verification',
    reason: 'wrong_value',
    reason_text: 'The registry lists the business as dissolved',
  },
  refusals: [
    'not_found',
    'invalid_value',
    'unknown_field',
    'already_exists',
    'service_unavailable',
  ],
  words: {
    'OpenDispute.query_event_id': [
      'A query of the institution that used the record; required unless the subject asked for the dispute.',
      EXAMPLE_IDS.query,
    ],
    on_behalf_of_subject: 'Whether the subject of the record asked for the dispute.',
    'OpenDispute.model_name': [
      'The disputed section, or the slug of a template.',
      'business_identity_verification',
    ],
    'OpenDispute.field_name': [
      'The disputed field; without it the whole section.',
      'business_entity_type',
    ],
    'OpenDispute.reason': ['What is wrong with the record.', 'wrong_value'],
    'OpenDispute.reason_text': [
      'The explanation of the institution, for the furnisher and the governors.',
      'The registry lists the business as dissolved',
    ],
    attachment_sha256: [
      'SHA-256 of a document that the sides exchange elsewhere, in hexadecimal.',
      'b5bb9d8014a0f9b1d61e21e796d78dccdf1352f23cd32812f4850b878ae4944c',
    ],
    dispute_id: ['The dispute.', EXAMPLE_IDS.dispute],
    'Dispute.furnishing_entity_id': ['The furnisher of the record.', EXAMPLE_IDS.furnisher],
    disputing_entity_id: ['The institution that disputes the record.', EXAMPLE_IDS.querier],
    'Dispute.query_event_id': [
      'The query that used the record, if the institution named one.',
      EXAMPLE_IDS.query,
    ],
    'Dispute.model_name': ['The disputed section.', 'business_identity_verification'],
    'Dispute.field_name': [
      'The disputed field; null for the whole section.',
      'business_entity_type',
    ],
    'Dispute.reason': ['What is wrong with the record.', 'wrong_value'],
    'Dispute.reason_text': [
      'The explanation of the disputing institution; null if it was lost with a database.',
      'The registry lists the business as dissolved',
    ],
    'Dispute.state': 'Whether the furnisher has acknowledged or decided the dispute.',
    is_overdue: 'Whether a deadline has passed before the furnisher acknowledged or decided.',
    'Dispute.opened_at': ['The time of the dispute.', '2026-01-15T09:30:00.000Z'],
    acknowledge_by: ['The deadline to acknowledge.', '2026-01-22T09:30:00.000Z'],
    acknowledged_at: ['The time of the acknowledgement; null before it.', TIME],
    decide_by: ['The deadline to decide.', '2026-02-14T09:30:00.000Z'],
    decided_at: ['The time of the decision; null before it.', TIME],
    'Dispute.outcome': ['The decision of the furnisher; null before it.', 'upheld'],
    decision_reason: ['Why the furnisher decided so; null before it.', 'verified'],
    decision_text: [
      "The furnisher's explanation of the decision; null before it.",
      'The register was checked again',
    ],
  },
});

class DisputeFilters {
  /** The disputed record. */
  @IsOptional()
  @Uuid()
  readonly record_id?: string;

  @IsOptional()
  @IsIn(DISPUTE_STATES)
  readonly state?: DisputeState;

  /** The subject of the disputed records; for their furnisher and for governors. */
  @IsOptional()
  @Uuid()
  readonly subject_id?: string;

  /** The submission of the disputed records; for their furnisher. */
  @IsOptional()
  @Uuid()
  readonly submission_id?: string;

  @IsOptional()
  @QueryFlag('overdue', 'Only disputes whose `is_overdue` has this value.')
  readonly overdue?: boolean;
}

class CountDisputesQuery extends DisputeFilters {}

class ListDisputesQuery extends DisputeFilters {
  @IsOptional()
  @QueryInteger({ min: 1, max: 100 })
  readonly limit: number = 100;

  @IsOptional()
  @IsString()
  @MaxLength(200)
  readonly cursor?: string;

  @IsOptional()
  @IsIn(DISPUTE_ORDERS)
  readonly order: DisputeOrder = 'overdue_first';
}

const STATE_WORDS = 'Only disputes in this state.';

export const listDisputes = declareOperation({
  id: 'listDisputes',
  method: 'GET',
  path: COLLECTION,
  service: 'furnishing',
  permission: 'network:read',
  summary: 'List disputes',
  description:
    'Lists the disputes that the institution opened, those of its records, and as a governor those of its networks: first the disputes that were overdue when the first page was read, then the others, each oldest first. With `order=newest_first`, the dispute that was opened last comes first. `subject_id` finds disputes for the furnisher of the records and for governors, `submission_id` for the furnisher.',
  request: { query: ListDisputesQuery },
  answer: pageOf('DisputePage', Dispute),
  refusals: CURSOR_REFUSAL,
  words: { 'ListDisputesQuery.state': STATE_WORDS },
});

export const countDisputes = declareOperation({
  id: 'countDisputes',
  method: 'GET',
  path: `${COLLECTION}/count`,
  service: 'furnishing',
  permission: 'network:read',
  summary: 'Count disputes',
  description: `Counts the disputes that \`GET ${COLLECTION}\` lists with these filters, up to ${MAX_COUNTED_ITEMS}.`,
  request: { query: CountDisputesQuery },
  answer: ListCount,
  words: { 'CountDisputesQuery.state': STATE_WORDS },
});

export const readDispute = declareOperation({
  ...COMMON,
  id: 'readDispute',
  method: 'GET',
  path: ITEM,
  permission: 'network:read',
  summary: 'Read a dispute',
  request: { path: DisputePath },
  refusals: ['not_found'],
});

export const acknowledgeDispute = declareOperation({
  ...COMMON,
  id: 'acknowledgeDispute',
  method: 'POST',
  path: `${ITEM}/acknowledge`,
  permission: 'data:furnish',
  summary: "Acknowledge a dispute of the institution's record",
  description: 'A repeated request returns the first acknowledgement.',
  request: { path: DisputePath },
  refusals: TO_FURNISHER,
});

export const decideDispute = declareOperation({
  ...COMMON,
  id: 'decideDispute',
  method: 'POST',
  path: `${ITEM}/decide`,
  permission: 'data:furnish',
  summary: "Decide a dispute of the institution's record",
  description:
    '`withdrawn` withdraws the record, unless it is withdrawn already. `corrected` requires that a correction has replaced the record. `upheld` leaves the record as it is, for one of the reasons `verified`, `insufficient_information` and `other`. The decision also acknowledges the dispute. A repeated request confirms the decision; another decision is a 409.',
  request: { path: DisputePath, body: DecideDisputeDto },
  example: {
    outcome: 'upheld',
    reason: 'verified',
    reason_text: 'The register was checked again',
  },
  refusals: [...TO_FURNISHER, 'invalid_value', 'record_not_ended'],
  words: {
    'DecideDispute.outcome': ['The decision.', 'upheld'],
    'DecideDispute.reason': ['Why the furnisher decides so.', 'verified'],
    'DecideDispute.reason_text': [
      "The furnisher's explanation, for the disputing institution and the governors.",
      'The register was checked again',
    ],
  },
});

const STATEMENT = `${ITEM}/statement` as const;
const STATEMENT_REFUSALS = ['not_found', 'other_institution', 'dispute_not_upheld'] as const;

export const attachDisputeStatement = declareOperation({
  ...COMMON,
  id: 'attachDisputeStatement',
  method: 'PUT',
  path: STATEMENT,
  permission: 'product:query',
  summary: "Attach the institution's statement to an upheld record",
  description:
    'After the decision `upheld`, the institution that opened the dispute can attach a statement, and replace it. Both sides and the governors read the text at the dispute. Explanations of answers that use the record, and may show the disputed part of it, have the institution, the time and the text (`record_disputes`): by attaching a statement, the institution makes itself known to these readers. The text on a whole section is for queries that may read all its fields.',
  request: { path: DisputePath, body: AttachDisputeStatementDto },
  example: { statement_text: 'The registry still lists the business as dissolved' },
  refusals: [...STATEMENT_REFUSALS, 'not_a_member'],
  words: {
    'AttachDisputeStatement.statement_text': [
      'The statement, for the furnisher, the governors and readers of the disputed part.',
      'The registry still lists the business as dissolved',
    ],
    'Dispute.statement_text': [
      'The statement of the disputing institution after the decision `upheld`; null without one, and if it was lost with a database.',
      'The registry still lists the business as dissolved',
    ],
    stated_at: ['The time of the statement; null without one.', TIME],
  },
});

export const removeDisputeStatement = declareOperation({
  ...COMMON,
  id: 'removeDisputeStatement',
  method: 'DELETE',
  path: STATEMENT,
  permission: 'product:query',
  summary: "Remove the institution's statement from a dispute",
  description: 'The dispute and its decision stay. A repeated request changes nothing.',
  request: { path: DisputePath },
  refusals: STATEMENT_REFUSALS,
});

class UseOfRecordDto {
  @Uuid()
  readonly query_event_id!: string;

  @Uuid()
  readonly record_id!: string;
}

/** Whether the answer to a query of the caller's institution used a record, for furnishing alone. */
export const checkUseOfRecord = declareInternalOperation({
  id: 'checkUseOfRecord',
  path: '/internal/records/use',
  service: 'product-query',
  request: { body: UseOfRecordDto },
  answer: wire.record('UseOfRecord', { is_used: wire.flag }),
});
