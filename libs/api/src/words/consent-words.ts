import { EXAMPLE_IDS } from '@ndx/contracts';
import type { WordTable } from './words.js';

/** Consents, their grants, histories and receipts. */
export const consentWords: WordTable = {
  'ConsumerConsent.network_id': ['The network of the consent.', EXAMPLE_IDS.network],
  'BusinessConsent.network_id': [
    'The network of the consent; null for every network of the institution.',
    EXAMPLE_IDS.network,
  ],
  'RecordBusinessConsent.network_id': [
    'The network of the consent; without it, every network in which the institution is a querier.',
    EXAMPLE_IDS.network,
  ],
  'UpdateConsent.network_id': ["If given, it must be the consent's network.", EXAMPLE_IDS.network],
  'ConsentReceipt.network_id': [
    'The network of the consent; null for every network of the institution.',
    EXAMPLE_IDS.network,
  ],
  'ConsumerConsent.status': 'Whether the consent is in force.',
  'BusinessConsent.status': 'Whether the consent is in force.',
  'ConsentReceipt.status': 'Whether the consent was in force when the receipt was issued.',
  scope: [
    'The products and templates that may be queried under the consent: slugs, separated by spaces, or `*` for all.',
    'kyb_certificate',
  ],
  consented_fields: [
    'The fields that may be read under the consent: `model.field`, `model.*` or `*`, separated by commas.',
    'business_identity_verification.*',
  ],
  'ConsumerConsent.scope': [
    'The products and templates that may be queried under the consent.',
    '*',
  ],
  'ConsumerConsent.consented_fields': ['The fields that may be read under the consent.', '*'],
  expires_at: ['The end of the validity.', '2027-01-15T09:30:00.000Z'],
  revoked_at: ['The time of revocation; null if the consent is not revoked.', null],
  field_access_grants:
    'The furnishers whose fields may be read, each for a window of time; without a grant, every furnisher.',
  events: [
    'The address of the history of the consent.',
    `/v1/consent/business/${EXAMPLE_IDS.consent}/events`,
  ],
  grant_id: ['The grant.', EXAMPLE_IDS.grant],
  'FieldAccessGrant.furnishing_entity_id': [
    'The furnisher, or `*` for every furnisher.',
    EXAMPLE_IDS.furnisher,
  ],
  'AddGrant.furnishing_entity_id': [
    'The furnisher, or `*` for every furnisher.',
    EXAMPLE_IDS.furnisher,
  ],
  field_definitions: [
    'The fields: `model.field`, `model.*` or `*`.',
    ['business_identity_verification.*'],
  ],
  effective_from: ['Start of the window; by default now.', '2026-01-15T09:30:00.000Z'],
  effective_to: ['End of the window; by default it has no end.', '2099-01-15T09:30:00.000Z'],
  did_gather_consent_from_consumer_prior:
    'Affirms that the consumer consented before the request; false is rejected.',
  did_gather_consent_from_business_prior:
    'Affirms that the business consented before the request; false is rejected.',
  consumer_consent_identity:
    'The identity of the consumer, by which the network finds the subject.',
  business_consent_identity:
    'The identity of the business, by which the network finds the subject.',
  'RecordConsumerConsent.consumer_id': [
    'The consumer, if known; it must be the one of the identity.',
    EXAMPLE_IDS.consumer,
  ],
  'RecordBusinessConsent.business_id': [
    'The business, if known; it must be the one of the identity.',
    EXAMPLE_IDS.business,
  ],
  'ConsumerConsentIdentity.date_of_birth': [
    'The day of birth, as a date-time of which only the day counts; a plain date is accepted too.',
    '1990-01-15T00:00:00Z',
  ],
  'ConsumerConsentIdentity.personal_email': ['The email address.', 'jordan.avery@example.com'],
  'ConsumerConsentIdentity.phone_number': ['The phone number.', '617 555 0123'],
  'ConsumerConsentIdentity.social_security_number': [
    'The social security number, with or without dashes; one that was never issued is rejected.',
    '012-34-5678',
  ],
  'BusinessConsentIdentity.business_jurisdiction_of_formation': [
    'The jurisdiction of formation (ISO 3166-2), or the name or code of a state.',
    'US-DE',
  ],
  'BusinessConsentIdentity.business_registration_identifier_from_jurisdiction_of_formation': [
    'The registration in the jurisdiction of formation; an integer is accepted too.',
    '5551234',
  ],
  'BusinessConsentIdentity.business_tax_identifier_type': ['The kind of tax identifier.', 'EIN'],
  'BusinessConsentIdentity.business_tax_identifier_value': ['The tax identifier.', '12-3456789'],
  revision: ['The number of the change, from 1.', 1],
  'ConsentEvent.event': 'The kind of change.',
  'ConsentEvent.account_id': ['The account that made the change.', EXAMPLE_IDS.account],
  changes: [
    'By member of the record, its value before and after the change.',
    { scope: { from: '*', to: 'kyb_certificate' } },
  ],
  receipt_version: 'The version of the form of the receipt.',
  receipt_id: ['The same for the same revision of the consent.', EXAMPLE_IDS.event],
  'ConsentReceipt.issued_at': ['The time of the export.', '2026-01-15T09:30:00.000Z'],
  recording_entity_id: [
    'The institution that recorded the consent and may query under it.',
    EXAMPLE_IDS.querier,
  ],
  history: 'Every change of the consent, oldest first.',
  audit_entries: 'The entries of the audit log about the consent.',
  chain: [
    'The chain of the audit log: of the network, or of the institution for a consent for every network.',
    EXAMPLE_IDS.network,
  ],
  seq: ['The position of the entry in its chain.', 42],
  event_id: ['The event that the entry records.', EXAMPLE_IDS.event],
  'ConsentAuditEntry.type': ['The type of the event.', 'consent.granted.v1'],
  hash: [
    'The hash of the entry, which includes the hash of the entry before it.',
    '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  ],
  digest_algorithm: 'The algorithm of `digest`.',
  digest: [
    'In hexadecimal, of the other members except `issued_at`, in the canonical form of RFC 8785.',
    '60303ae22b998861bce3b28f33eec1be758a213c86c93c076dbe9f558c11c752',
  ],
};
