import { declareOperation } from '../operation/operation.js';
import * as wire from '../shapes/wire.js';
import { QueryEventFilters, REASON_FILTER } from './query-event-filters.js';

/** A count ends with this number of query events. */
export const MAX_COUNTED_QUERY_EVENTS = 10_000;

class CountQueryEventsQuery extends QueryEventFilters {}

const QueryEventCount = wire.record('QueryEventCount', {
  count: wire.integer,
  is_complete: wire.flag,
});

export const countQueryEvents = declareOperation({
  id: 'countQueryEvents',
  method: 'GET',
  path: '/v1/query-events/count',
  service: 'product-query',
  permission: 'billing:read',
  summary: 'Count the query events of a list',
  description: `Counts the query events that \`GET /v1/query-events\` lists to the caller with these filters, up to ${MAX_COUNTED_QUERY_EVENTS}.`,
  request: { query: CountQueryEventsQuery },
  answer: QueryEventCount,
  refusals: ['unknown_product', 'not_a_member'],
  words: {
    'CountQueryEventsQuery.reason': REASON_FILTER,
    'QueryEventCount.count': ['The number of query events.', 120],
    'QueryEventCount.is_complete': 'False if there are more query events than were counted.',
  },
});
