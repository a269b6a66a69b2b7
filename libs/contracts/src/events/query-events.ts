import Type, { type Static } from 'typebox';
import { PERMISSIBLE_PURPOSES } from '../consent-basis.js';
import { declareEvent } from './declare-event.js';
import { nullable, NullableUuid, text, Timestamp, Uuid, uuid } from './field-types.js';
import { CONSENT_TERMS, ModelSelection } from './policy-events.js';

/** Billing's input: one per resolved query (design 9). */
const QueryEvent = Type.Object({
  query_event_id: uuid(
    'One id for each answered query. Bill each id once, even if it is delivered more than once.',
  ),
  product_id: Uuid,
  product_slug: text('kyb_certificate', 'The product or template that was queried.'),
  kind: Type.Enum(['product', 'template']),
  environment: Type.Enum(['development', 'sandbox', 'production']),
  network_ids: Type.Array(Uuid, { description: 'The queried networks.' }),
  policy_id: nullable(Uuid, "Null if the product's built-in default applied."),
  policy_version: nullable(Type.Integer({ minimum: 1 })),
  networks: Type.Array(
    Type.Object({
      network_id: Uuid,
      policy_id: NullableUuid,
      policy_version: nullable(Type.Integer({ minimum: 1 })),
    }),
    {
      description:
        'The policy that applied in each network, in the order of `network_ids`; `policy_id` and `policy_version` describe the first.',
    },
  ),
  querying_entity_id: uuid('The querying institution, which is billed.'),
  account_id: uuid('The account that sent the query.'),
  subject_type: Type.Enum(['consumer', 'business']),
  subject_id: NullableUuid,
  consent_id: NullableUuid,
  permissible_purpose: nullable(
    Type.Enum([...PERMISSIBLE_PURPOSES]),
    'The purpose that the querying institution stated; null if it stated none.',
  ),
  furnishing_entity_ids: Type.Array(Uuid, {
    description: 'The furnishers whose data is in the response.',
  }),
  certificate_id: nullable(
    Uuid,
    'Null if no certificate was issued: the query had no result, or was of a template.',
  ),
  outcome: Type.Enum(['issued', 'no_result']),
  billable: Type.Boolean({
    description: 'True for both outcomes; billing sets the price of an empty result.',
  }),
  occurred_at: Timestamp,
  request_id: text('req-7f3a', '`X-Request-Id` of the response.'),
});

export type QueryEvent = Static<typeof QueryEvent>;

export const QueryExecuted = declareEvent({
  type: 'query.executed.v1',
  source: 'product-query',
  description:
    'A product or template query was answered, with a result (200) or without one (204).',
  payload: QueryEvent,
  key: (payload) => payload.query_event_id,
  subscribers: [],
  audited: (payload) => payload.network_ids,
});

export const QuerySimulated = declareEvent({
  type: 'query.simulated.v1',
  source: 'product-query',
  description:
    'A governor learned how a past query would have been answered under another policy. It is not a query and is not billed.',
  payload: Type.Object({
    simulation_id: Uuid,
    query_event_id: uuid('The past query.'),
    network_ids: Type.Array(Uuid, { description: 'The networks of the past query.' }),
    entity_id: uuid('The institution of the governor.'),
    policy_id: nullable(Uuid, 'Null if the request had selections.'),
    policy_version: nullable(Type.Integer({ minimum: 1 })),
    model_selections: Type.Array(ModelSelection, { description: 'The selections of that policy.' }),
    ...CONSENT_TERMS,
    outcome: Type.Enum(['issued', 'no_result', 'refused'], {
      description: 'The outcome under that policy.',
    }),
  }),
  key: (payload) => payload.simulation_id,
  subscribers: [],
  audited: (payload) => payload.network_ids,
});
