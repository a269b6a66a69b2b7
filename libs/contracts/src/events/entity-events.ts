import Type from 'typebox';
import { MEMBERSHIP_ROLES } from '../permissions.js';
import { declareEvent } from './declare-event.js';
import { MatchHashes, Revision, Uuid } from './field-types.js';

export const BusinessIdentified = declareEvent({
  type: 'entity.business-identified.v1',
  source: 'entity',
  description:
    'A business has a core identity in a network, or became findable by more identifiers.',
  payload: Type.Object({
    business_id: Uuid,
    network_id: Uuid,
    match_hashes: MatchHashes,
    revision: Revision,
  }),
  key: (payload) => payload.business_id,
  subscribers: ['product-query'],
});

export const ConsumerIdentified = declareEvent({
  type: 'entity.consumer-identified.v1',
  source: 'entity',
  description: 'A consumer has a core identity in a network.',
  payload: Type.Object({
    consumer_id: Uuid,
    network_id: Uuid,
    match_hashes: MatchHashes,
    revision: Revision,
  }),
  key: (payload) => payload.consumer_id,
  subscribers: ['product-query'],
});

export const InstitutionRegistered = declareEvent({
  type: 'entity.institution-registered.v1',
  source: 'entity',
  description: 'An institution takes part in the exchange, or changed its name.',
  payload: Type.Object({ entity_id: Uuid, name: Type.String(), revision: Revision }),
  key: (payload) => payload.entity_id,
  subscribers: ['product-query'],
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
});
