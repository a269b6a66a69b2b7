import { wire } from '@ndx/api';
import Type from 'typebox';
import { CONSENT_STATUSES, statusOf, stateOf, type Consent } from '../domain/consent.js';

/** How an open-ended grant's end is written: contract 2.1 has a string there, never null. */
const OPEN_END = '9999-12-31T23:59:59.999Z';

export const FieldAccessGrant = wire.record('FieldAccessGrant', {
  grant_id: wire.uuid,
  /** An institution's id, or `*` for every furnisher. */
  furnishing_entity_id: wire.text,
  field_definitions: wire.listOf(wire.text),
  effective_from: wire.timestamp,
  effective_to: wire.timestamp,
});

const COMMON = {
  consent_id: wire.uuid,
  network_id: wire.nullable(wire.uuid),
  status: wire.oneOf(CONSENT_STATUSES),
  scope: wire.text,
  consented_fields: wire.text,
  expires_at: wire.timestamp,
  revoked_at: wire.nullable(wire.timestamp),
  field_access_grants: wire.listOf(FieldAccessGrant),
  created_at: wire.timestamp,
  events: wire.text,
};

export const ConsumerConsent = wire.record('ConsumerConsent', {
  ...COMMON,
  consumer_id: wire.uuid,
});

export const BusinessConsent = wire.record('BusinessConsent', {
  ...COMMON,
  business_id: wire.uuid,
});

/** The record (contract 2.1, design 6): never the identity, which is kept as evidence alone. */
export const ConsentRecord = Type.Union([ConsumerConsent, BusinessConsent]);

export function toConsentRecord(consent: Consent): wire.Of<typeof ConsentRecord> {
  const state = stateOf(consent);
  return {
    consent_id: state.consent_id,
    network_id: state.network_id,
    ...(consent.kind === 'consumer'
      ? { consumer_id: consent.subjectId }
      : { business_id: consent.subjectId }),
    status: statusOf(consent, new Date()),
    scope: state.scope,
    consented_fields: state.consented_fields,
    expires_at: state.expires_at,
    revoked_at: state.revoked_at,
    field_access_grants: state.field_access_grants.map((grant) => ({
      ...grant,
      effective_to: grant.effective_to ?? OPEN_END,
    })),
    created_at: consent.createdAt.toISOString(),
    events: `/v1/consent/${consent.kind}/${consent.id}/events`,
  };
}
