import { IDENTITY } from './business.js';

/**
 * A test of a policy at the first of June 2026: a corporation, whose identity was verified on a day
 * before, is issued.
 */
export function aPolicyTest(name: string, verifiedOn: string) {
  return {
    name,
    at: '2026-06-01T00:00:00Z',
    query: {
      querying_entity_id: 'Querying Bank',
      product_slug: 'kyb_certificate',
      permissible_purpose: 'customer_due_diligence',
    },
    records: [
      {
        furnishing_entity_id: 'First Bank',
        furnished_at: `${verifiedOn}T12:00:00Z`,
        [IDENTITY]: {
          assertions: { [`${IDENTITY}_performed_timestamp`]: `${verifiedOn}T00:00:00Z` },
          data: { business_entity_type: 'corporation' },
        },
      },
    ],
    expected: { outcome: 'issued' },
  };
}
