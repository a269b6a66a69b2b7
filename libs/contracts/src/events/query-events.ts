import Type, { type Static } from 'typebox';
import { PERMISSIBLE_PURPOSES } from '../consent-basis.js';
import { declareEvent } from './declare-event.js';
import { nullable, NullableUuid, text, Timestamp, Uuid, uuid } from './field-types.js';

/** Billing's input: one per resolved query (design 9). */
const QueryEvent = Type.Object({
  query_event_id: uuid(
    'One for each answered query: what is billed once, however often it is delivered.',
  ),
  product_id: Uuid,
  product_slug: text('kyb_certificate', 'The product or template that was queried.'),
  kind: Type.Enum(['product', 'template']),
  environment: Type.Enum(['development', 'sandbox', 'production']),
  network_ids: Type.Array(Uuid, { description: 'Every network that the query was about.' }),
  policy_id: nullable(Uuid, "Null where the product's built-in default applied."),
  policy_version: nullable(Type.Integer({ minimum: 1 })),
  networks: Type.Optional(
    Type.Array(
      Type.Object({
        network_id: Uuid,
        policy_id: NullableUuid,
        policy_version: nullable(Type.Integer({ minimum: 1 })),
      }),
      {
        description:
          'The policy that governed each network, in the order of `network_ids`; `policy_id` and `policy_version` describe the first. Absent in events that were written before the field existed.',
      },
    ),
  ),
  querying_entity_id: uuid('The institution that asked, and is billed.'),
  account_id: uuid('The account of that institution that asked.'),
  subject_type: Type.Enum(['consumer', 'business']),
  subject_id: NullableUuid,
  consent_id: NullableUuid,
  permissible_purpose: Type.Optional(
    nullable(
      Type.Enum([...PERMISSIBLE_PURPOSES]),
      'As the querying institution stated it; null where it named none, absent in events that were written before the field existed.',
    ),
  ),
  furnishing_entity_ids: Type.Array(Uuid, {
    description: 'The furnishers whose data is in the answer.',
  }),
  certificate_id: nullable(Uuid, 'Null where none was issued: no result, or a template.'),
  outcome: Type.Enum(['issued', 'no_result']),
  billable: Type.Boolean({
    description: "True for both outcomes: what an empty result costs is billing's decision.",
  }),
  occurred_at: Timestamp,
  request_id: text('req-7f3a', 'Of the HTTP request, as its answer carried it.'),
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
