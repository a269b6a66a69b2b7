/**
 * What a network knows of a business that an institution is about to furnish (decision 0134).
 * `not_shown`: the network shows the institution only subjects to which it is related. `rejected`:
 * furnishing would reject the identity.
 */
export const BUSINESS_MATCHES = [
  'new',
  'known',
  'known_under_another_name',
  'not_shown',
  'rejected',
] as const;

export type BusinessMatch = (typeof BUSINESS_MATCHES)[number];
