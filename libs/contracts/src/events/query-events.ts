import Type, { type Static } from 'typebox';
import { PERMISSIBLE_PURPOSES } from '../consent-basis.js';
import { ENVIRONMENTS } from '../environment.js';
import { NOTICE_ENDPOINT_STATES } from '../notice.js';
import { QUERY_OUTCOMES, SIMULATED_OUTCOMES } from '../query-outcome.js';
import { declareEvent } from './declare-event.js';
import { nullable, NullableUuid, text, Timestamp, Uuid, uuid } from './field-types.js';
import { CONSENT_TERMS, ModelSelection } from './policy-events.js';

/** Billing's input: one per resolved query (design 9). */
export const QueryEvent = Type.Object({
  query_event_id: uuid(
    'One id for each answered query. Bill each id once, even if it is delivered more than once.',
  ),
  product_id: Uuid,
  product_slug: text('kyb_certificate', 'The product or template that was queried.'),
  kind: Type.Enum(['product', 'template']),
  environment: Type.Enum([...ENVIRONMENTS]),
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
  outcome: Type.Enum([...QUERY_OUTCOMES]),
  billable: Type.Boolean({
    description: 'True for both outcomes; billing sets the price of an empty result.',
  }),
  occurred_at: Timestamp,
  request_id: text('req-7f3a', '`X-Request-Id` of the response.'),
  notice_id: Type.Optional(
    uuid('The notice after which the query renews a certificate; absent for any other query.'),
  ),
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
  readable: [
    'product_slug',
    'querying_entity_id',
    'subject_type',
    'permissible_purpose',
    'outcome',
  ],
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
    policy_id: nullable(Uuid, 'Null if the request named none.'),
    policy_version: nullable(
      Type.Integer({ minimum: 1 }),
      'Null if the request had members of a policy.',
    ),
    model_selections: Type.Array(ModelSelection, { description: 'The selections of that policy.' }),
    ...CONSENT_TERMS,
    outcome: Type.Enum([...SIMULATED_OUTCOMES], {
      description: 'The outcome under that policy.',
    }),
  }),
  key: (payload) => payload.simulation_id,
  subscribers: [],
  audited: (payload) => payload.network_ids,
  readable: ['entity_id', 'query_event_id', 'outcome'],
});

export const QueriesSimulated = declareEvent({
  type: 'query.queries-simulated.v1',
  source: 'product-query',
  description:
    'A governor simulates how the past queries of a period would have been answered under another policy. One event for the network, and one for the other networks of the simulated queries. It is not billed.',
  payload: Type.Object({
    simulation_id: Uuid,
    network_ids: Type.Array(Uuid, { description: 'The networks whose queries are simulated.' }),
    entity_id: uuid('The institution of the governor.'),
    account_id: uuid('The account that started the simulation.'),
    policy_id: uuid('The policy for which the simulation was started.'),
    policy_version: nullable(
      Type.Integer({ minimum: 1 }),
      'Null if the request had members of a policy.',
    ),
    model_selections: Type.Array(ModelSelection, { description: 'The simulated selections.' }),
    ...CONSENT_TERMS,
    period_start: Timestamp,
    period_end: Timestamp,
  }),
  key: (payload) => payload.simulation_id,
  subscribers: [],
  audited: (payload) => payload.network_ids,
  readable: ['entity_id', 'period_start', 'period_end'],
});

/** The changes of a notice endpoint by its institution, and the one by its receiver. */
const ENDPOINT_CHANGES = [
  'created',
  'replaced',
  'secret_rotated',
  'deleted',
  'disabled_by_receiver',
] as const;

export type NoticeEndpointChange = (typeof ENDPOINT_CHANGES)[number];

export const NoticeEndpointChanged = declareEvent({
  type: 'query.notice-endpoint-changed.v1',
  source: 'product-query',
  description:
    "An institution created, replaced or deleted a notice endpoint, or rotated its secret, or the institution's receiver disabled it with the status 410. It is not billed.",
  payload: Type.Object({
    endpoint_id: Uuid,
    entity_id: uuid('The institution.'),
    change: Type.Enum([...ENDPOINT_CHANGES]),
    state: Type.Enum([...NOTICE_ENDPOINT_STATES]),
    receiver_host: nullable(
      text('bank.example.com', 'The host to which notices are sent.'),
      'Null if they are only listed.',
    ),
  }),
  key: (payload) => payload.endpoint_id,
  subscribers: [],
  audited: (payload) => [payload.entity_id],
});
