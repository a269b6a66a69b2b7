import { IsOptional } from 'class-validator';
import { EXAMPLE_IDS } from '@ndx/contracts';
import { declareOperation } from '../operation/operation.js';
import { IsDateTime, Uuid } from '../shapes/shapes.js';
import * as wire from '../shapes/wire.js';
import { MAX_EXAMINED_QUERIES } from './list-count.js';

class CountAnswersByFurnishersQuery {
  @Uuid()
  readonly network_id!: string;

  /** Start of the window, inclusive. */
  @IsOptional()
  @IsDateTime()
  readonly from?: string;

  /** End of the window, exclusive. */
  @IsOptional()
  @IsDateTime()
  readonly to?: string;
}

const AnswerCounts = wire.record('AnswerCounts', {
  data: wire.listOf(
    wire.record('AnswerCount', {
      /** Empty where the events do not show them to the reader. */
      furnishing_entity_ids: wire.listOf(wire.uuid),
      querying_entity_id: wire.uuid,
      count: wire.count,
    }),
  ),
  is_complete: wire.flag,
});

export const countAnswersByFurnishers = declareOperation({
  id: 'countAnswersByFurnishers',
  method: 'GET',
  path: '/v1/query-events/furnisher-counts',
  service: 'product-query',
  permission: 'billing:read',
  summary: 'Count query events with a result by their furnishers and querying institution',
  description: `Counts the query events with \`outcome\` \`issued\` that \`GET /v1/query-events\` lists to the caller, by the furnishers that it shows, largest count first. Examines the newest ${MAX_EXAMINED_QUERIES}; \`is_complete\` is false once it has examined them, where there may be more.`,
  request: { query: CountAnswersByFurnishersQuery },
  answer: AnswerCounts,
  refusals: ['not_a_member'],
  words: {
    'AnswerCounts.data': 'Each combination of furnishers and querying institution.',
    'AnswerCounts.is_complete': `False once ${MAX_EXAMINED_QUERIES} query events are counted, where there may be more.`,
    'AnswerCount.furnishing_entity_ids': [
      'The furnishers of each of the answers; empty where `GET /v1/query-events` does not show them.',
      [EXAMPLE_IDS.furnisher],
    ],
    'AnswerCount.querying_entity_id': ['The querying institution.', EXAMPLE_IDS.querier],
    'AnswerCount.count': ['The number of query events.', 120],
  },
});
