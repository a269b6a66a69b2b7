import Type from 'typebox';
import { MEMBERSHIP_ROLES } from '../permissions.js';
import { ACCOUNT_STATUSES } from '../account-status.js';
import { IDENTITY_CONFLICT_STATUSES } from '../identity-conflict.js';
import { IDENTITY_VISIBILITIES } from '../identity-visibility.js';
import { declareEvent } from './declare-event.js';
import { MatchHashes, nullable, Revision, text, Uuid, uuid } from './field-types.js';

export const BusinessIdentified = declareEvent({
  type: 'entity.business-identified.v1',
  source: 'entity',
  aggregate: 'business',
  description:
    'A business has a core identity in a network, became findable by more identifiers, or got its legal name.',
  payload: Type.Object({
    business_id: Uuid,
    network_id: Uuid,
    match_hashes: MatchHashes,
    business_legal_name: Type.Optional(
      nullable(
        text('Example LLC'),
        'As the network knows the business; the name of a business is not personal data. Null when nobody stated it; absent in events that were published before the field existed.',
      ),
    ),
    merged_into: Type.Optional(
      nullable(
        Uuid,
        'The subject that stands for this one since a governor merged them; null until then, and absent in events that were published before.',
      ),
    ),
    revision: Revision,
  }),
  key: (payload) => payload.business_id,
  subscribers: ['product-query'],
  audited: false,
});

export const ConsumerIdentified = declareEvent({
  type: 'entity.consumer-identified.v1',
  source: 'entity',
  aggregate: 'consumer',
  description:
    'A consumer has a core identity in a network, or became findable by another date of birth or last name. Its hashes are of the SSN with each of those, never of the SSN alone; its own id is among them.',
  payload: Type.Object({
    consumer_id: Uuid,
    network_id: Uuid,
    match_hashes: MatchHashes,
    merged_into: Type.Optional(
      nullable(
        Uuid,
        'The subject that stands for this one since a governor merged them; null until then, and absent in events that were published before.',
      ),
    ),
    revision: Revision,
  }),
  key: (payload) => payload.consumer_id,
  subscribers: ['product-query'],
  audited: false,
});

const conflict = {
  conflict_id: Uuid,
  network_id: Uuid,
  subject_type: Type.Enum(['consumer', 'business']),
  subject_ids: Type.Array(Uuid, {
    description: 'The subject that made the conflict, then the others.',
  }),
};

export const IdentityConflictOpened = declareEvent({
  type: 'entity.identity-conflict-opened.v1',
  source: 'entity',
  description:
    'Another subject was stated under an identifier that the network knows, without the corroboration that makes them one.',
  payload: Type.Object(conflict),
  key: (payload) => payload.conflict_id,
  subscribers: [],
  audited: (payload) => [payload.network_id],
});

export const IdentityConflictResolved = declareEvent({
  type: 'entity.identity-conflict-resolved.v1',
  source: 'entity',
  description: 'A governor merged two subjects that share an identifier, or keeps them apart.',
  payload: Type.Object({
    ...conflict,
    status: Type.Enum(IDENTITY_CONFLICT_STATUSES),
    into_subject_id: nullable(Uuid, 'The subject that stands for the merged one.'),
  }),
  key: (payload) => payload.conflict_id,
  subscribers: [],
  audited: (payload) => [payload.network_id],
});

export const InstitutionRegistered = declareEvent({
  type: 'entity.institution-registered.v1',
  source: 'entity',
  aggregate: 'institution',
  description: 'An institution takes part in the exchange, or changed its name.',
  payload: Type.Object({ entity_id: Uuid, name: text('Example Bank'), revision: Revision }),
  key: (payload) => payload.entity_id,
  subscribers: ['product-query'],
  audited: (payload) => [payload.entity_id],
});

export const AccountChanged = declareEvent({
  type: 'entity.account-changed.v1',
  source: 'entity',
  description: 'An account of an institution was opened, suspended or made active again.',
  payload: Type.Object({
    account_id: Uuid,
    entity_id: Uuid,
    network_id: nullable(
      Uuid,
      "The institution's home network; null: it came with the system and administers itself.",
    ),
    status: Type.Enum(ACCOUNT_STATUSES),
  }),
  key: (payload) => payload.account_id,
  subscribers: [],
  audited: (payload) => [payload.network_id ?? payload.entity_id],
});

export const NetworkFounded = declareEvent({
  type: 'entity.network-founded.v1',
  source: 'entity',
  description: 'An institution founded a network, which it governs.',
  payload: Type.Object({ network_id: Uuid, entity_id: Uuid, name: text('Example network') }),
  key: (payload) => payload.network_id,
  subscribers: [],
  audited: (payload) => [payload.network_id],
});

export const NetworkChanged = declareEvent({
  type: 'entity.network-changed.v1',
  source: 'entity',
  description: 'A governor changed a setting of a network.',
  payload: Type.Object({
    network_id: Uuid,
    entity_id: uuid('The institution of the governor.'),
    identity_visibility: Type.Enum(IDENTITY_VISIBILITIES),
  }),
  key: (payload) => payload.network_id,
  subscribers: [],
  audited: (payload) => [payload.network_id],
});

export const IdentitiesSearched = declareEvent({
  type: 'entity.identities-searched.v1',
  source: 'entity',
  description:
    'An institution searched the identities of a network. Criteria are keyed hashes: equal values of one criterion have equal hashes, and no value can be read from them.',
  payload: Type.Object({
    search_id: Uuid,
    network_id: Uuid,
    entity_id: uuid('The institution that searched.'),
    subject_type: Type.Enum(['consumer', 'business']),
    identity_visibility: Type.Enum(IDENTITY_VISIBILITIES, {
      description: 'The setting of the network at the time of the search.',
    }),
    criteria: Type.Array(
      Type.Object({
        name: text('last_name', 'The query parameter.'),
        value_hash: text('q1Yx0c7dT3', 'Of the value as it is compared.'),
      }),
    ),
    result_count: Type.Integer({ minimum: 0 }),
  }),
  key: (payload) => payload.search_id,
  subscribers: [],
  audited: (payload) => [payload.network_id],
});

export const MembershipChanged = declareEvent({
  type: 'entity.membership-changed.v1',
  source: 'entity',
  description: 'The roles of an institution in a network changed; none means that it left.',
  payload: Type.Object({
    network_id: Uuid,
    entity_id: Uuid,
    roles: Type.Array(Type.Enum(MEMBERSHIP_ROLES)),
    revision: Revision,
  }),
  key: (payload) => `${payload.network_id}/${payload.entity_id}`,
  subscribers: [],
  audited: (payload) => [payload.network_id],
});
