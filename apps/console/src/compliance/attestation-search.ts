import { ORDER_SEARCH } from '../parts/list-order.js';
import { oneOf, searchReader } from '../parts/search.js';

/** The statuses of attestations, as the address of their list has them. */
export const ATTESTATION_STATUSES = ['active', 'expired', 'revoked'] as const;

export const readAttestationSearch = searchReader({
  ...ORDER_SEARCH,
  status: oneOf(ATTESTATION_STATUSES),
  ends: oneOf(['soon']),
});
