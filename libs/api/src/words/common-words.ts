import { kybCertificate } from '@ndx/catalog';
import { EXAMPLE_IDS } from '@ndx/contracts';
import { EXAMPLE_HASH } from '../operations/audit-entry.js';
import type { WordTable } from './words.js';

/** Members of the shapes of several operations. */
export const commonWords: WordTable = {
  network_id: ['The network.', EXAMPLE_IDS.network],
  network_ids: ['The networks.', [EXAMPLE_IDS.network]],
  entity_id: ['The institution.', EXAMPLE_IDS.furnisher],
  account_id: ['The account of an institution.', EXAMPLE_IDS.account],
  consumer_id: ['The consumer.', EXAMPLE_IDS.consumer],
  business_id: ['The business.', EXAMPLE_IDS.business],
  product_id: [
    'The product or template. `GET /v1/products` lists them; the ids are the same in every environment.',
    kybCertificate.id,
  ],
  policy_id: ['The policy.', EXAMPLE_IDS.policy],
  consent_id: ['The consent.', EXAMPLE_IDS.consent],
  created_at: ['The time of creation.', '2026-01-15T09:30:00.000Z'],
  updated_at: ['The time of the last change.', '2026-01-15T09:30:00.000Z'],
  occurred_at: ['The time of the event.', '2026-01-15T09:30:00.000Z'],
  data: 'The items of the page.',
  order:
    'The order of the items. A request with a cursor has the order of the page that returned the cursor; otherwise it is a 400.',
  limit: 'The maximum number of items in the answer.',
  subject_type: 'Whether the subject is a consumer or a business.',
  subject_id: ['The consumer or the business.', EXAMPLE_IDS.business],
  from: ['Start of the window, included.', '2026-01-01T00:00:00.000Z'],
  to: ['End of the window, excluded.', '2026-02-01T00:00:00.000Z'],
  'Health.status': 'The gateway responds.',
  'Version.api_versions': ['The versions of the HTTP interface.', ['v1']],
  'Version.build': 'The running build.',
  'Build.version': ['The semantic version.', '0.1.0'],
  'Build.commit': ['The commit that was built.', '3f2241b0c5d84e6f9a7b1c2d3e4f5a6b7c8d9e0f'],
  'header.x-network-id': [
    'The network of the request. Without it, a query reads every network in which the institution is a querier; furnishing needs it unless the institution is a furnisher in exactly one network.',
    EXAMPLE_IDS.network,
  ],
  expected_revision: [
    'The `revision` that the caller read; if there is another one, the request is a conflict.',
    1,
  ],
  roles: ['The roles of the institution in the network.', ['furnisher']],
  identifier: ['A short name of the subject in the network, for people.', 'C-7F3A9D21'],
  first_name: ['The first name.', 'Jordan'],
  last_name: ['The last name.', 'Avery'],
  date_of_birth: ['The day of birth.', '1990-01-15'],
  personal_email: ['The email address; empty if unknown.', 'jordan.avery@example.com'],
  social_security_number: ['The complete social security number.', '012-34-5678'],
  business_legal_name: ['The legal name.', 'Example Hardware LLC'],
  business_dba_name: ['The name under which it trades.', 'Example Hardware'],
  business_website_url: ['The website.', 'https://hardware.example.com'],
  is_complete: ['Whether every parked key was attempted.', true],
  audit_entries:
    'The entries about the query in the audit log of each network; an entry follows its event within about a second.',
  'AuditEntry.network_id': [
    'The network of the log; for an event without a network, the institution.',
    EXAMPLE_IDS.network,
  ],
  'AuditEntry.seq': ['The number of the entry in its log, from 1.', 17],
  'AuditEntry.event_id': ['The event of the entry.', '0192d3c7-1a2b-7c3d-8e4f-506172839405'],
  'AuditEntry.type': ['The type of the event.', 'query.executed.v1'],
  'AuditEntry.data': [
    'The event as canonical JSON; null where the reader may not see all of it.',
    '{}',
  ],
  'AuditEntry.hash': ["The hash of the entry's leaf in the tree of the log.", EXAMPLE_HASH],
  'AuditEntry.is_intact':
    'Whether the hash matches the entry and the signed tree of the log has it.',
};
