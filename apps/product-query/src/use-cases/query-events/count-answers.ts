import { MAX_EXAMINED_QUERIES } from '@ndx/api';
import type { Principal, QueryEvent } from '@ndx/contracts';
import { Injectable } from '@nestjs/common';
import { visibleEvent } from '../../domain/decision/visible-event.js';
import { QueryEventRepository, type Position } from '../../storage/query-event-repository.js';
import { queryingEntityOf } from './feed-of-network.js';
import type { QueryEventWindow } from './searched-feed.js';

/** Events that are read at once. */
const READ = 1_000;

interface AnswerCount extends Pick<QueryEvent, 'furnishing_entity_ids' | 'querying_entity_id'> {
  readonly count: number;
}

/** `GET /v1/query-events/furnisher-counts`: counts answers by furnishers and querying institution. */
@Injectable()
export class CountAnswers {
  constructor(private readonly queryEvents: QueryEventRepository) {}

  /**
   * Counts the newest events with a result that the feed lists to the caller, by the members that it
   * shows; not complete where there may be more.
   * @throws PERMISSION_DENIED for callers who are not members
   */
  async byFurnishers(
    principal: Principal,
    window: Pick<QueryEventWindow, 'networkId' | 'from' | 'to'>,
  ) {
    const queryingEntityId = queryingEntityOf(principal, window.networkId);
    const search = { ...window, queryingEntityId, outcome: 'issued' as const };
    const counts = new Map<string, AnswerCount>();
    let after: Position | undefined;
    for (let examined = 0; examined < MAX_EXAMINED_QUERIES;) {
      const page = { after, limit: READ, order: 'newest_first' as const };
      const rows = await this.queryEvents.list({ ...search, ...page });
      if (rows.length === 0) return { data: largestFirst(counts), is_complete: true };
      for (const { event } of rows) {
        const { furnishing_entity_ids, querying_entity_id } = visibleEvent(event, principal);
        const key = [querying_entity_id, ...furnishing_entity_ids].join(' ');
        const count = (counts.get(key)?.count ?? 0) + 1;
        counts.set(key, { furnishing_entity_ids, querying_entity_id, count });
      }
      after = rows.at(-1);
      examined += rows.length;
    }
    return { data: largestFirst(counts), is_complete: false };
  }
}

function largestFirst(counts: ReadonlyMap<string, AnswerCount>): readonly AnswerCount[] {
  return [...counts.values()].sort((one, other) => other.count - one.count);
}
