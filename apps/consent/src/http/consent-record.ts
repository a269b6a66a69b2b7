import type {
  AnswerOf,
  consentOperationsOf,
  recordBusinessConsent,
  recordConsumerConsent,
} from '@ndx/api';
import type { ConsentKind } from '@ndx/contracts';
import { stateOf, statusOf, type Consent } from '../domain/consent.js';

/** The end of an open-ended grant: contract 2.1 requires a string, never null. */
const OPEN_END = '9999-12-31T23:59:59.999Z';

/**
 * The record (contract 2.1, design 6), without the identity, which is evidence only; its status is
 * that at the given time.
 */
export function toConsentRecord(
  consent: Consent,
  now: Date,
): AnswerOf<(typeof consentOperationsOf)[ConsentKind]['amend']> {
  return consent.kind === 'consumer'
    ? toConsumerConsent(consent, now)
    : toBusinessConsent(consent, now);
}

export function toConsumerConsent(
  consent: Consent,
  now: Date,
): AnswerOf<typeof recordConsumerConsent> {
  return { ...commonMembers(consent, now), consumer_id: consent.subjectId };
}

export function toBusinessConsent(
  consent: Consent,
  now: Date,
): AnswerOf<typeof recordBusinessConsent> {
  return { ...commonMembers(consent, now), business_id: consent.subjectId };
}

function commonMembers(consent: Consent, now: Date) {
  const state = stateOf(consent);
  return {
    consent_id: state.consent_id,
    network_id: state.network_id,
    status: statusOf(consent, now),
    scope: state.scope,
    consented_fields: state.consented_fields,
    expires_at: state.expires_at,
    revoked_at: state.revoked_at,
    field_access_grants: state.field_access_grants.map((grant) => ({
      ...grant,
      effective_to: grant.effective_to ?? OPEN_END,
    })),
    created_at: consent.createdAt.toISOString(),
    revision: state.revision,
    events: `/v1/consent/${consent.kind}/${consent.id}/events`,
  };
}
