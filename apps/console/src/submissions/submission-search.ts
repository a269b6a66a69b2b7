import { ORDER_SEARCH } from '../parts/list-order.js';
import { PERIOD_SEARCH } from '../parts/periods.js';
import { oneOf, searchReader, text, type SearchOf } from '../parts/search.js';

const FILTERS = {
  network_id: text,
  dataset: text,
  accepted: oneOf(['all', 'some', 'none']),
};

/** The filters of the list of submissions in an address, without its period. */
export const filtersIn = searchReader(FILTERS);

export const readSubmissionSearch = searchReader({ ...PERIOD_SEARCH, ...ORDER_SEARCH, ...FILTERS });

export type SubmissionSearch = SearchOf<typeof readSubmissionSearch>;
