/** The kinds of aggregates of which subscribers keep copies. */
export const AGGREGATES = [
  'consent',
  'querying-policy',
  'furnishing-policy',
  'attestation',
  'institution',
  'business',
  'consumer',
] as const;

export type Aggregate = (typeof AGGREGATES)[number];
