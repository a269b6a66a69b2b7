import { statusOf, stateOf, type Consent } from '../domain/consent.js';

/** How an open-ended grant's end is written: contract 2.1 has a string there, never null. */
const OPEN_END = '9999-12-31T23:59:59.999Z';

/** The record (contract 2.1, design 6): never the identity, which is kept as evidence alone. */
export function toConsentRecord(consent: Consent) {
  const { consumer_id, business_id, ...state } = stateOf(consent);
  return {
    consent_id: state.consent_id,
    network_id: state.network_id,
    ...(consent.kind === 'consumer' ? { consumer_id } : { business_id }),
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
