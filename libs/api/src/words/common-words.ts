import { kybCertificate } from '@ndx/catalog';
import { EXAMPLE_IDS } from '@ndx/contracts';
import type { WordTable } from './words.js';

/** Members that many schemas have. */
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
  next_cursor: [
    'Continues after this page, also after the last one, with items that are added later.',
    'eyJhZnRlciI6IjAxOTJkM2MwIn0',
  ],
  cursor: [
    'The `next_cursor` of the page before; without it, the first page.',
    'eyJhZnRlciI6IjAxOTJkM2MwIn0',
  ],
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
};
