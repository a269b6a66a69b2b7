import { ORDER_SEARCH } from '../parts/list-order.js';
import { PERIOD_SEARCH } from '../parts/periods.js';
import { oneOf, searchReader } from '../parts/search.js';

/** The states of records, as the address of their list has them. */
export const RECORD_STATES = ['furnished', 'withdrawn', 'corrected'] as const;

export const readRecordSearch = searchReader({
  ...PERIOD_SEARCH,
  ...ORDER_SEARCH,
  state: oneOf(RECORD_STATES),
});
