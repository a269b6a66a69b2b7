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
  effective_to: nullable(Timestamp, 'Null: no end.'),
  is_closed: Type.Optional(
    Type.Boolean({
      description: "True: the grant is closed, regardless of the subscriber's clock.",
    }),
  ),
  is_immediate: Type.Optional(
    Type.Boolean({
      description:
        "True: the grant is in force as soon as this event is applied, regardless of the subscriber's clock.",
    }),
  ),
});

/** The whole state of a consent; of the recorded identity it has only the name of a business. */
export const ConsentState = Type.Object({
  consent_id: Uuid,
  kind: Type.Enum([...CONSENT_KINDS]),
  revision: Revision,
  entity_id: uuid('The institution that recorded the consent.'),
  network_id: nullable(
    Uuid,
    'Null: every network in which the recording institution is a querier.',
  ),
  consumer_id: NullableUuid,
  business_id: NullableUuid,
  match_hashes: MatchHashes,
  business_legal_name: nullable(
    text('Example LLC'),
    'The legal name of the business as the consent states it; null for a consumer.',
  ),
  scope: text('*', 'Product or template slugs separated by spaces, or `*`.'),
  consented_fields: text('*', '`model.field` or `model.*` separated by commas, or `*`.'),
  expires_at: Timestamp,
  revoked_at: NullableTimestamp,
  field_access_grants: Type.Array(FieldAccessGrant),
});

export type ConsentState = Static<typeof ConsentState>;

const ConsentChange = Type.Object({
  ...ConsentState.properties,
  clock_offset_seconds: Type.Optional(
    Type.Integer({
      description:
        'How far the clock of the institution was ahead at the change, in a sandbox (decision 0085).',
    }),
  ),
});

/** The common members of a consent's events; an event about an end has only these and the end. */
const CONSENT_REFERENCE = {
  consent_id: Uuid,
  revision: Revision,
  entity_id: ConsentState.properties.entity_id,
  network_id: ConsentState.properties.network_id,
};

type ConsentReference = Pick<ConsentState, keyof typeof CONSENT_REFERENCE>;

/**
 * An end is final: it applies for any order of events, and its size does not depend on the consent.
 */
const ConsentEnd = Type.Object({ ...CONSENT_REFERENCE, revoked_at: Timestamp });

const GrantEnd = Type.Object({
  ...CONSENT_REFERENCE,
  grant_id: Uuid,
  closed_at: Timestamp,
});

const ofConsent = {
  source: 'consent',
  aggregate: 'consent',
  key: (payload: ConsentReference) => payload.consent_id,
  subscribers: ['product-query'],
  deliveredDirectlyTo: ['product-query'],
  audited: (payload: ConsentReference) => [payload.network_id ?? payload.entity_id],
} as const;

export const ConsentGranted = declareEvent({
  ...ofConsent,
  payload: ConsentChange,
  type: 'consent.granted.v1',
  description: 'An institution recorded the consent of a consumer or a business.',
  readable: ['entity_id', 'kind'],
});

export const ConsentAmended = declareEvent({
  ...ofConsent,
  payload: ConsentChange,
  type: 'consent.amended.v1',
  description: 'The scope, expiry or fields of a consent changed, or a grant was added.',
  readable: ['entity_id', 'kind'],
});

export const ConsentGrantClosed = declareEvent({
  ...ofConsent,
  payload: GrantEnd,
  type: 'consent.grant-closed.v1',
  description:
    'A grant of a consent was closed, which is final. The event has only the end of the grant.',
  readable: ['entity_id', 'closed_at'],
});

export const ConsentRevoked = declareEvent({
  ...ofConsent,
  payload: ConsentEnd,
  type: 'consent.revoked.v2',
  description: 'A consent was revoked, which is final. The event has only the revocation.',
  readable: ['entity_id', 'revoked_at'],
});
