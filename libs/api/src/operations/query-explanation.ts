import { DISPUTE_OUTCOMES, DISPUTE_STATES, EXAMPLE_IDS, QUERY_OUTCOMES } from '@ndx/contracts';
import { declareOperation } from '../operation/operation.js';
import * as wire from '../shapes/wire.js';
import { EXPLAINED } from './explanation-shapes.js';
import { QueryEventPath } from './query-event-path.js';
import { RECORD_ENDS_WORDS, RecordEnd } from './record-end-shape.js';

const QueryExplanation = wire.record('QueryExplanation', {
  query_event_id: wire.uuid,
  product_id: wire.uuid,
  product_slug: wire.text,
  outcome: wire.oneOf(QUERY_OUTCOMES),
  occurred_at: wire.timestamp,
  /** Seconds by which the clock of the querying institution was ahead (sandbox only); else null. */
  clock_offset_seconds: wire.nullable(wire.integer),
  separations: wire.listOf(
    wire.record('SubjectSeparation', {
      separation_id: wire.uuid,
      subject_id: wire.uuid,
      new_subject_id: wire.uuid,
      separated_at: wire.timestamp,
    }),
  ),
  /** Of the records that the answer used. */
  record_ends: wire.listOf(RecordEnd),
  /** Of the used records. A disputing institution is named by its statement alone. */
  record_disputes: wire.listOf(
    wire.record('RecordDispute', {
      record_id: wire.uuid,
      model_name: wire.text,
      field_name: wire.nullable(wire.text),
      was_open: wire.flag,
      state: wire.oneOf(DISPUTE_STATES),
      outcome: wire.nullable(wire.oneOf(DISPUTE_OUTCOMES)),
      opened_at: wire.timestamp,
      decided_at: wire.nullable(wire.timestamp),
      statement: wire.nullable(
        wire.record('RecordDisputeStatement', {
          stated_by_entity_id: wire.uuid,
          on_behalf_of_subject: wire.flag,
          stated_at: wire.timestamp,
          statement_text: wire.nullable(wire.text),
        }),
      ),
    }),
  ),
  ...EXPLAINED,
});

export const explainQuery = declareOperation({
  id: 'explainQuery',
  method: 'GET',
  path: '/v1/query-events/{query_event_id}/explanation',
  service: 'product-query',
  permission: 'billing:read',
  summary: 'Explain why a query was answered as it was',
  description:
    'Returns the policy and the consent that applied in each network. For each section and field of a product, and for each field of a template or bundle, it returns whether it was issued, from which furnisher and under which attestation, or why not. The querying institution sees records that it may read; a governor also sees the records that its policy excluded.',
  request: { path: QueryEventPath },
  answer: QueryExplanation,
  refusals: ['not_found'],
  words: {
    'QueryExplanation.networks': 'Each network with the policy and the consent that applied there.',
    'QueryExplanation.separations':
      'Decisions after which parts of the queried business belong to another one; the answer keeps what it was.',
    'QueryExplanation.record_ends': RECORD_ENDS_WORDS,
    'QueryExplanation.record_disputes':
      'The disputes of sections and fields of the used records that the query may read, by any institution; the answer keeps what it was.',
    'RecordDispute.model_name': ['The disputed section.', 'business_identity_verification'],
    'RecordDispute.field_name': [
      'The disputed field; null for the whole section.',
      'business_entity_type',
    ],
    was_open: 'Whether the dispute was undecided when the query was answered.',
    'RecordDispute.state': 'Whether the furnisher has acknowledged or decided the dispute.',
    'RecordDispute.outcome': ['The decision of the furnisher; null before it.', 'upheld'],
    'RecordDispute.statement':
      'The statement that an institution attached after the decision `upheld`; null without one.',
    'RecordDisputeStatement.statement_text': [
      'The statement. Null if the query may not read a field of a section that is disputed as a whole, and if the text was removed or lost.',
      'The registry still lists the business as dissolved',
    ],
    stated_by_entity_id: ['The institution that disputed the record.', EXAMPLE_IDS.querier],
    'RecordDispute.opened_at': ['The time of the dispute.', '2026-01-15T09:30:00.000Z'],
    'RecordEnd.state': 'Whether the record was withdrawn or corrected.',
    'RecordEnd.reason': [
      'Why the furnisher withdrew the record; null for a corrected one.',
      'wrong_value',
    ],
    'RecordEnd.ended_at': ['The time of the end.', '2026-01-20T09:30:00.000Z'],
    'SubjectSeparation.subject_id': ['The queried business.', EXAMPLE_IDS.business],
    'SubjectSeparation.separation_id': ['The separation.', EXAMPLE_IDS.separation],
    clock_offset_seconds: [
      'Seconds by which the querying institution had moved its clock in a sandbox; null if it had not.',
      86_400,
    ],
  },
});
