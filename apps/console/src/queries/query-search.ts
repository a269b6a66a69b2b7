import { PERIOD_SEARCH } from '../parts/periods.js';
import { oneOf, searchReader } from '../parts/search.js';
import { REASONS } from './reason-words.js';

/** The period and the filters of the list of queries, in the address. */
export const readQuerySearch = searchReader({
  ...PERIOD_SEARCH,
  outcome: oneOf(['issued', 'no_result']),
  reason: oneOf(REASONS),
});
