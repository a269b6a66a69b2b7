import { IsIn, IsOptional, IsString, MaxLength } from 'class-validator';
import { declareOperation } from '../operation/operation.js';
import { LIST_ORDERS, type ListOrder } from '../shapes/named-values.js';
import { QueryInteger } from '../shapes/shapes.js';
import { pageOf } from './page-shapes.js';
import { QueryEventFilters, REASON_FILTER } from './query-event-filters.js';
import { QueryEventPath } from './query-event-path.js';
import { ListedQueryEvent } from './query-event-record.js';

class ListQueryEventsQuery extends QueryEventFilters {
  @IsOptional()
  @IsString()
  @MaxLength(200)
  readonly cursor?: string;

  @IsOptional()
  @QueryInteger({ min: 1, max: 1_000 })
  readonly limit: number = 100;

  /** The order of the page that returned the cursor; with another order the cursor is not valid. */
  @IsOptional()
  @IsIn(LIST_ORDERS)
  readonly order: ListOrder = 'oldest_first';
}

const REASON_WORDS =
  'Why there is no result: the `code` of the explanation. Null with a result, where the explanation does not show it to the reader, and for a query that was answered before reasons were recorded.';

export const listQueryEvents = declareOperation({
  id: 'listQueryEvents',
  method: 'GET',
  path: '/v1/query-events',
  service: 'product-query',
  permission: 'billing:read',
  summary: 'List query events, to reconcile with billing',
  description:
    "A governor of the network sees every institution's queries, any other member its own. A reader that is not a member of every network of a query sees only the ids of its own networks, and no policy, subject, consent, certificate or furnisher. The reason why a query has no result is for the querying institution, and for a governor of every network of the query. A page before the last one can have fewer query events than `limit`, but is not empty. The filters are combined; one by subject, consent, policy or reason finds the queries of which the reader sees that member.",
  request: { query: ListQueryEventsQuery },
  answer: pageOf('QueryEventPage', ListedQueryEvent),
  refusals: ['invalid_cursor', 'unknown_product', 'not_a_member'],
  words: {
    'ListQueryEventsQuery.reason': REASON_FILTER,
    'ListedQueryEvent.reason': REASON_WORDS,
  },
});

export const readQueryEvent = declareOperation({
  id: 'readQueryEvent',
  method: 'GET',
  path: '/v1/query-events/{query_event_id}',
  service: 'product-query',
  permission: 'billing:read',
  summary: 'Read a query event by the X-Ref-Id of its query',
  description: 'Returns the members that the list shows to the caller.',
  request: { path: QueryEventPath },
  answer: ListedQueryEvent,
  refusals: ['not_found'],
  words: { 'ListedQueryEvent.reason': REASON_WORDS },
});
