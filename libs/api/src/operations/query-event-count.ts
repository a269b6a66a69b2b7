import { declareOperation } from '../operation/operation.js';
import { ListCount, MAX_COUNTED_ITEMS } from './list-count.js';
import { QueryEventFilters, REASON_FILTER } from './query-event-filters.js';

class CountQueryEventsQuery extends QueryEventFilters {}

export const countQueryEvents = declareOperation({
  id: 'countQueryEvents',
  method: 'GET',
  path: '/v1/query-events/count',
  service: 'product-query',
  permission: 'billing:read',
  summary: 'Count the query events of a list',
  description: `Counts the query events that \`GET /v1/query-events\` lists to the caller with these filters, up to ${MAX_COUNTED_ITEMS}.`,
  request: { query: CountQueryEventsQuery },
  answer: ListCount,
  refusals: ['unknown_product', 'not_a_member'],
  words: {
    'CountQueryEventsQuery.reason': REASON_FILTER,
    'ListCount.count': ['The number of items.', 120],
    'ListCount.is_complete': 'False if the list has more items than were counted.',
  },
});
