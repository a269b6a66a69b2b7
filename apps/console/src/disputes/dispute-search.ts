import { oneOf, searchReader } from '../parts/search.js';

/** The states of disputes, as the address of their list has them. */
export const DISPUTE_STATES = ['open', 'acknowledged', 'decided'] as const;

export const readDisputeSearch = searchReader({
  state: oneOf(DISPUTE_STATES),
  due: oneOf(['overdue']),
});
