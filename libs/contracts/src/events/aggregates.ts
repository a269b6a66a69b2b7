/** The kinds of aggregates that subscribers have read models of. */
export const AGGREGATES = [
  'consent',
  'querying-policy',
  'furnishing-policy',
  'attestation',
  'institution',
  'business',
  'consumer',
  'membership',
  'account',
  'witnesses',
  'record',
  'dispute',
  'network',
] as const;

export type Aggregate = (typeof AGGREGATES)[number];
