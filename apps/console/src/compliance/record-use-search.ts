import { ORDER_SEARCH } from '../parts/list-order.js';
import { PERIOD_SEARCH } from '../parts/periods.js';
import { oneOf, searchReader, text, type SearchOf } from '../parts/search.js';

const FILTERS = { product_slug: text, outcome: oneOf(['used', 'excluded']) };

/** The filters of the list of uses in an address, without its period. */
export const recordUseFiltersIn = searchReader(FILTERS);

export const readRecordUseSearch = searchReader({ ...PERIOD_SEARCH, ...ORDER_SEARCH, ...FILTERS });

export type RecordUseSearch = SearchOf<typeof readRecordUseSearch>;
