import { period } from '../parts/periods.js';
import { oneOf, searchReader, time, type SearchOf } from '../parts/search.js';
import { REASONS } from './reason-words.js';

/** The period or the days, in UTC, and the filters of the list of queries, in the address. */
export const readQuerySearch = searchReader({
  period,
  /** With `to`, instead of a period: the first day, `YYYY-MM-DD`. */
  from: time,
  /** The day after the last one. */
  to: time,
  outcome: oneOf(['issued', 'no_result']),
  reason: oneOf(REASONS),
});

export type QuerySearch = SearchOf<typeof readQuerySearch>;
