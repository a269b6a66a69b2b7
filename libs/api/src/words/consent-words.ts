import { EXAMPLE_IDS } from '@ndx/contracts';
import type { WordTable } from './words.js';

/** Consents, their grants, histories and receipts. */
export const consentWords: WordTable = {
  'ConsumerConsent.network_id': ['The network of the consent.', EXAMPLE_IDS.network],
  'BusinessConsent.network_id': [
    'The network of the consent; null for every network of the institution.',
    EXAMPLE_IDS.network,
  ],
  'ConsumerConsent.status': 'Whether the consent is in force.',
  'BusinessConsent.status': 'Whether the consent is in force.',
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
  'ConsumerConsent.revision': ['The number of the last change, from 1.', 1],
  'BusinessConsent.revision': ['The number of the last change, from 1.', 1],
  events: [
    'The address of the history of the consent.',
    `/v1/consent/business/${EXAMPLE_IDS.consent}/events`,
  ],
  grant_id: ['The grant.', EXAMPLE_IDS.grant],
  'FieldAccessGrant.furnishing_entity_id': [
    'The furnisher, or `*` for every furnisher.',
    EXAMPLE_IDS.furnisher,
  ],
  field_definitions: [
    'The fields: `model.field`, `model.*` or `*`.',
    ['business_identity_verification.*'],
  ],
  effective_from: ['Start of the window; by default now.', '2026-01-15T09:30:00.000Z'],
  effective_to: ['End of the window; by default it has no end.', '2099-01-15T09:30:00.000Z'],
  'ConsentAuditEntry.network_id': [
    'The network of the log, or the institution for a consent for every network.',
    EXAMPLE_IDS.network,
  ],
  seq: ['The number of the entry in its log, from 1.', 42],
  event_id: ['The event that the entry records.', EXAMPLE_IDS.event],
  hash: [
    "The hash of the entry's leaf in the tree of the log.",
    '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  ],
};
