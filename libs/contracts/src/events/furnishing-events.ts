import Type, { type Static } from 'typebox';
import { EVENT_BYTES } from '../bounds.js';
import { declareEvent } from './declare-event.js';
import { DISPUTE_OUTCOMES, DISPUTE_REASONS, DISPUTE_STATES } from '../dispute.js';
import { RECORD_END_REASONS } from '../record-state.js';
import {
  nullable,
  NullableTimestamp,
  Revision,
  text,
  Timestamp,
  Uuid,
  uuid,
} from './field-types.js';

/** How the furnisher of a record names its business. */
const StatedBusiness = Type.Object({
  business_legal_name: nullable(text('Example LLC')),
  business_jurisdiction_of_formation: nullable(text('US-DE')),
  business_registration_identifier: nullable(text('5551234')),
});

export type StatedBusiness = Static<typeof StatedBusiness>;

const FURNISHED_RECORD = {
  record_id: Uuid,
  network_id: Uuid,
  dataset: text('kyb_certificate', 'Slug of the product or template.'),
  subject_type: Type.Enum(['consumer', 'business']),
  subject_id: Uuid,
  furnishing_entity_id: Uuid,
  furnished_at: Timestamp,
  stated_business: nullable(
    StatedBusiness,
    'The legal name and the registration of the business as the record states them; null for a consumer, and for a record that names the business by its id.',
  ),
  models: Type.Record(Type.String(), Type.Record(Type.String(), Type.Unknown()), {
    description:
      'The furnished fields by model, with the names of the catalogue; secrets are encrypted.',
    examples: [{ business_identity_verification: { business_entity_type: 'corporation' } }],
  }),
};

export const RecordFurnished = declareEvent({
  type: 'furnishing.record-furnished.v1',
  source: 'furnishing',
  description:
    'An institution furnished a data set about one subject. The event has the values that queries return, and of the identifiers of the subject only the registration of a business.',
  payload: Type.Object(FURNISHED_RECORD),
  key: (payload) => payload.subject_id,
  subscribers: ['product-query'],
  // The record itself is append-only, and its data must not be stored twice.
  audited: false,
  maxBytes: EVENT_BYTES.record,
});

/**
 * Has the key of the end: a correcting record precedes it, so that a reader never has neither, and
 * earlier records follow it.
 */
export const RecordSubstituted = declareEvent({
  type: 'furnishing.record-substituted.v1',
  source: 'furnishing',
  description:
    'A record counts in place of one that ended: the record that corrects it, or earlier records of the institution about the subject. For the correcting record there is no furnishing.record-furnished.v1.',
  payload: Type.Object({ ...FURNISHED_RECORD, ended_record_id: Uuid }),
  key: (payload) => payload.ended_record_id,
  subscribers: ['product-query'],
  deliveredDirectlyTo: ['product-query'],
  // As a furnished record; the end is audited.
  audited: false,
  maxBytes: EVENT_BYTES.record,
});

/** An end is final, so it applies in any order with the record. */
export const RecordEnded = declareEvent({
  type: 'furnishing.record-ended.v1',
  source: 'furnishing',
  description:
    'An institution withdrew a record, or replaced it by a corrected one; queries do not use it any more.',
  payload: Type.Object({
    record_id: Uuid,
    revision: Revision,
    network_id: Uuid,
    subject_id: Uuid,
    furnishing_entity_id: Uuid,
    state: Type.Enum(['withdrawn', 'corrected']),
    reason: nullable(Type.Enum([...RECORD_END_REASONS]), 'Null for a corrected record.'),
    corrected_by_record_id: nullable(Uuid, 'The record that replaces a corrected one.'),
    ended_at: Timestamp,
  }),
  aggregate: 'record',
  key: (payload) => payload.record_id,
  subscribers: ['product-query'],
  deliveredDirectlyTo: ['product-query'],
  audited: (payload) => [payload.network_id],
  readable: ['furnishing_entity_id', 'state', 'reason', 'corrected_by_record_id'],
});

/** Without the texts of either side. */
export const DisputeChanged = declareEvent({
  type: 'furnishing.dispute-changed.v1',
  source: 'furnishing',
  description:
    'An institution disputed a record, its furnisher acknowledged or decided the dispute, or the institution attached, replaced or removed its statement after an upheld one.',
  payload: Type.Object({
    dispute_id: Uuid,
    revision: Revision,
    network_id: Uuid,
    record_id: Uuid,
    furnishing_entity_id: Uuid,
    disputing_entity_id: uuid('The institution that disputes the record.'),
    query_event_id: nullable(Uuid, 'The query that used the record, if the institution named one.'),
    on_behalf_of_subject: Type.Boolean(),
    model_name: text('business_identity_verification'),
    field_name: nullable(text('business_entity_type')),
    reason: Type.Enum([...RECORD_END_REASONS]),
    attachment_sha256: nullable(
      text('b5bb9d8014a0f9b1d61e21e796d78dccdf1352f23cd32812f4850b878ae4944c'),
    ),
    state: Type.Enum([...DISPUTE_STATES]),
    outcome: nullable(Type.Enum([...DISPUTE_OUTCOMES])),
    decision_reason: nullable(Type.Enum([...DISPUTE_REASONS])),
    opened_at: Timestamp,
    acknowledge_by: Timestamp,
    acknowledged_at: NullableTimestamp,
    decide_by: Timestamp,
    decided_at: NullableTimestamp,
    stated_at: nullable(
      Timestamp,
      'When the disputing institution attached or replaced its statement; null without one.',
    ),
    statement_removed_at: nullable(
      Timestamp,
      'When it removed its last statement; null with a statement, and before the first one.',
    ),
  }),
  aggregate: 'dispute',
  key: (payload) => payload.dispute_id,
  subscribers: ['product-query'],
  deliveredDirectlyTo: ['product-query'],
  audited: (payload) => [payload.network_id],
  readable: [
    'record_id',
    'furnishing_entity_id',
    'disputing_entity_id',
    'model_name',
    'field_name',
    'reason',
    'state',
    'outcome',
    'decision_reason',
    'acknowledge_by',
    'acknowledged_at',
    'decide_by',
    'decided_at',
    'stated_at',
    'statement_removed_at',
  ],
});
