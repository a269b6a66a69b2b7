import Type, { type Static } from 'typebox';
import { CONSENT_KINDS } from '../consent.js';
import { declareEvent } from './declare-event.js';
import {
  MatchHashes,
  nullable,
  NullableTimestamp,
  NullableUuid,
  Revision,
  text,
  Timestamp,
  Uuid,
  uuid,
} from './field-types.js';

const FieldAccessGrant = Type.Object({
  grant_id: Uuid,
  furnishing_entity_id: text('*', "An institution's id, or `*` for every furnisher."),
  field_definitions: Type.Array(text('business_identity_verification.*'), {
    description: '`model.field`, `model.*` or `*`.',
  }),
  effective_from: Timestamp,
  effective_to: nullable(Timestamp, 'Null while open-ended.'),
});

/** The whole state of a consent, without the identity that it records. */
export const ConsentState = Type.Object({
  consent_id: Uuid,
  kind: Type.Enum([...CONSENT_KINDS]),
  revision: Revision,
  entity_id: uuid('The institution that recorded it.'),
  network_id: nullable(
    Uuid,
    'Null: every network in which the recording institution is a querier.',
  ),
  consumer_id: NullableUuid,
  business_id: NullableUuid,
  match_hashes: MatchHashes,
  scope: text('*', 'Product or template slugs separated by spaces, or `*`.'),
  consented_fields: text('*', '`model.field` or `model.*` separated by commas, or `*`.'),
  expires_at: Timestamp,
  revoked_at: NullableTimestamp,
  field_access_grants: Type.Array(FieldAccessGrant),
});

export type ConsentState = Static<typeof ConsentState>;

const aboutConsent = {
  source: 'consent',
  payload: ConsentState,
  aggregate: 'consent',
  key: (payload: ConsentState) => payload.consent_id,
  subscribers: ['product-query'],
  deliveredDirectlyTo: ['product-query'],
  audited: (payload: ConsentState) => [payload.network_id ?? payload.entity_id],
} as const;

export const ConsentGranted = declareEvent({
  ...aboutConsent,
  type: 'consent.granted.v1',
  description: 'An institution recorded the consent of a consumer or a business.',
});

export const ConsentAmended = declareEvent({
  ...aboutConsent,
  type: 'consent.amended.v1',
  description: 'The scope, expiry, fields or grants of a consent changed.',
});

export const ConsentRevoked = declareEvent({
  ...aboutConsent,
  type: 'consent.revoked.v1',
  description: 'A consent ended before its expiry.',
});
