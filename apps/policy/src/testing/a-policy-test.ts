const IDENTITY = 'business_identity_verification';

/** A test of a corporation, a day before the query of which an identity was verified. */
export const aPolicyTest = (change: object = {}) => ({
  name: 'a corporation is issued',
  policy: 'policy.json',
  at: '2026-06-01T00:00:00Z',
  query: {
    querying_entity_id: 'Querying Bank',
    product_slug: 'kyb_certificate',
    permissible_purpose: 'customer_due_diligence',
  },
  records: [
    {
      furnishing_entity_id: 'First Bank',
      furnished_at: '2026-05-31T00:00:00Z',
      [IDENTITY]: {
        assertions: { [`${IDENTITY}_performed_timestamp`]: '2026-05-31T00:00:00Z' },
        data: { business_entity_type: 'corporation' },
      },
    },
  ],
  expected: { outcome: 'issued' },
  ...change,
});

/** Rules under which the test passes only if `value` is a corporation. */
export const accepting = (value: string) => ({
  model_selections: [
    {
      model_name: IDENTITY,
      is_required: true,
      field_selections: [{ field_name: 'business_entity_type', accepted_values: [value] }],
    },
  ],
});
