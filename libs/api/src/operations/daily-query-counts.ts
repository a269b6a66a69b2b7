import { EXAMPLE_IDS, NO_RESULT_REASONS, QUERY_OUTCOMES } from '@ndx/contracts';
import { DATASET_KINDS } from '@ndx/catalog';
import { declareOperation } from '../operation/operation.js';
import { IsDay, Uuid } from '../shapes/shapes.js';
import * as wire from '../shapes/wire.js';
import { CursorQuery, pageOf } from './page-shapes.js';

/** The longest window of counts. */
export const MAX_DAYS_OF_COUNTS = 31;

class DailyQueryCountsQuery extends CursorQuery {
  @Uuid()
  readonly network_id!: string;

  /** First day of the window, in UTC. */
  @IsDay()
  readonly from!: string;

  /** End of the window, exclusive, in UTC. */
  @IsDay()
  readonly to!: string;
}

const DailyQueryCount = wire.record('DailyQueryCount', {
  day: wire.day,
  querying_entity_id: wire.uuid,
  product_slug: wire.text,
  kind: wire.oneOf(DATASET_KINDS),
  outcome: wire.oneOf(QUERY_OUTCOMES),
  /** Null with a result, and where the events do not show it to the reader. */
  reason: wire.nullable(wire.oneOf(NO_RESULT_REASONS)),
  billable: wire.flag,
  count: wire.count,
});

export const listDailyQueryCounts = declareOperation({
  id: 'listDailyQueryCounts',
  method: 'GET',
  path: '/v1/query-events/daily-counts',
  service: 'product-query',
  permission: 'billing:read',
  summary: 'Count query events per day, institution, product, outcome and reason',
  description: `Counts the query events that \`GET /v1/query-events\` lists to the caller. Days are in UTC. A window has at most ${MAX_DAYS_OF_COUNTS} days. Days without queries have no items.`,
  request: { query: DailyQueryCountsQuery },
  answer: pageOf('DailyQueryCountPage', DailyQueryCount),
  refusals: ['invalid_window', 'invalid_cursor', 'not_a_member'],
  words: {
    'DailyQueryCountsQuery.from': ['First day of the window.', '2026-01-01'],
    'DailyQueryCountsQuery.to': ['The day after the last day of the window.', '2026-02-01'],
    'DailyQueryCount.day': ['The day in UTC.', '2026-01-15'],
    'DailyQueryCount.querying_entity_id': [
      'The querying institution, which is billed.',
      EXAMPLE_IDS.querier,
    ],
    'DailyQueryCount.product_slug': [
      'The product or template that was queried.',
      'kyb_certificate',
    ],
    'DailyQueryCount.reason': 'Why there is no result; null as in `GET /v1/query-events`.',
    'DailyQueryCount.billable': 'Whether the queries are billed.',
    'DailyQueryCount.count': ['The number of query events.', 120],
    querying_entity_id: ['The querying institution.', EXAMPLE_IDS.querier],
  },
});
