import { ORDER_SEARCH } from '../parts/list-order.js';
import { PERIOD_SEARCH } from '../parts/periods.js';
import { oneOf, searchReader, text, type SearchOf } from '../parts/search.js';
import { REASONS } from './reason-words.js';

const FILTERS = {
  outcome: oneOf(['issued', 'no_result']),
  reason: oneOf(REASONS),
  querying_entity_id: text,
  product_slug: text,
  policy_id: text,
  consent_id: text,
};

/** The filters of the list of queries in an address. */
export const filtersIn = searchReader(FILTERS);

/** The period and the filters of the list of queries, in the address. */
export const readQuerySearch = searchReader({ ...PERIOD_SEARCH, ...ORDER_SEARCH, ...FILTERS });

export type QuerySearch = SearchOf<typeof readQuerySearch>;
