import Type, { type Static } from 'typebox';
import { declareEvent } from './declare-event.js';
import {
  MatchHashes,
  NullableTimestamp,
  NullableUuid,
  Revision,
  Timestamp,
  Uuid,
} from './field-types.js';

const FieldAccessGrant = Type.Object({
  grant_id: Uuid,
  /** An institution's id, or `*` for every furnisher. */
  furnishing_entity_id: Type.String(),
  /** `model.field`, `model.*` or `*`. */
  field_definitions: Type.Array(Type.String()),
  effective_from: Timestamp,
  /** Null while open-ended. */
  effective_to: NullableTimestamp,
});

/** The whole state of a consent, without the identity that it records. */
export const ConsentState = Type.Object({
  consent_id: Uuid,
  kind: Type.Enum(['consumer', 'business']),
  revision: Revision,
  /** The institution that recorded it. */
  entity_id: Uuid,
  /** Null: every network in which the recording institution is a querier. */
  network_id: NullableUuid,
  consumer_id: NullableUuid,
  business_id: NullableUuid,
  match_hashes: MatchHashes,
  /** Product or template slugs separated by spaces, or `*`. */
  scope: Type.String(),
  /** `model.field` or `model.*` separated by commas, or `*`. */
  consented_fields: Type.String(),
  expires_at: Timestamp,
  revoked_at: NullableTimestamp,
  field_access_grants: Type.Array(FieldAccessGrant),
});

export type ConsentState = Static<typeof ConsentState>;

const aboutConsent = {
  source: 'consent',
  payload: ConsentState,
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
