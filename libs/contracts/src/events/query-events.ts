import Type, { type Static } from 'typebox';
import { declareEvent } from './declare-event.js';
import { NullableUuid, Timestamp, Uuid } from './field-types.js';

/** Billing's input: one per resolved query (design 9). */
const QueryEvent = Type.Object({
  query_event_id: Uuid,
  product_id: Uuid,
  product_slug: Type.String(),
  kind: Type.Enum(['product', 'template']),
  environment: Type.Enum(['development', 'sandbox', 'production']),
  network_ids: Type.Array(Uuid),
  /** Null where the product's built-in default applied. */
  policy_id: NullableUuid,
  policy_version: Type.Union([Type.Integer({ minimum: 1 }), Type.Null()]),
  querying_entity_id: Uuid,
  account_id: Uuid,
  subject_type: Type.Enum(['consumer', 'business']),
  subject_id: NullableUuid,
  consent_id: NullableUuid,
  /** The furnishers whose data is in the answer. */
  furnishing_entity_ids: Type.Array(Uuid),
  certificate_id: NullableUuid,
  outcome: Type.Enum(['issued', 'no_result']),
  /** True for both outcomes: what an empty result costs is billing's decision. */
  billable: Type.Boolean(),
  occurred_at: Timestamp,
  request_id: Type.String(),
});

export type QueryEvent = Static<typeof QueryEvent>;

export const QueryExecuted = declareEvent({
  type: 'query.executed.v1',
  source: 'product-query',
  description: 'A product or template query was resolved, with a result or without one.',
  payload: QueryEvent,
  key: (payload) => payload.query_event_id,
  subscribers: [],
  audited: (payload) => payload.network_ids,
});
