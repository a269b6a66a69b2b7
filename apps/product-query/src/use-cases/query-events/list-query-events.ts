import type { Principal, QueryEvent } from '@ndx/contracts';
import { Injectable } from '@nestjs/common';
import { visibleEvent } from '../../domain/decision/visible-event.js';
import {
  QueryEventRepository,
  type FeedOrder,
  type Position,
} from '../../storage/query-event-repository.js';
import { queryingEntityOf } from './feed-of-network.js';
import { beginningAt, decodeCursor, encodeCursor } from './query-event-cursor.js';

export interface QueryEventWindow {
  readonly networkId: string;
  readonly from: Date | undefined;
  readonly to: Date | undefined;
  readonly cursor: string | undefined;
  readonly limit: number;
  readonly order: FeedOrder;
}

export interface QueryEventPage {
  readonly events: readonly QueryEvent[];
  /** Continues after the page, also after an empty one. */
  readonly nextCursor: string;
}

/** `GET /v1/query-events`: the feed that billing reconciles with (design 9). */
@Injectable()
export class ListQueryEvents {
  constructor(private readonly queryEvents: QueryEventRepository) {}

  /**
   * @throws RESOURCE_NOT_FOUND unless the caller's institution made the query or governs one of its
   *   networks
   */
  async one(principal: Principal, queryEventId: string): Promise<QueryEvent> {
    const event = await this.queryEvents.find(principal, queryEventId);
    return visibleEvent(event, principal);
  }

  /**
   * Governors see every query of the network, other members the queries of their institution.
   * @throws PERMISSION_DENIED for callers who are not members, VALIDATION_ERROR for an invalid
   *   cursor or the cursor of a page in another order
   */
  async list(principal: Principal, window: QueryEventWindow): Promise<QueryEventPage> {
    const queryingEntityId = queryingEntityOf(principal, window.networkId);
    const after: Position | undefined =
      window.cursor === undefined ? undefined : decodeCursor(window.cursor, window.order);
    const rows = await this.queryEvents.list({
      ...window,
      after,
      queryingEntityId,
      limit: window.limit,
    });
    return {
      events: rows.map((row) => visibleEvent(row.event, principal)),
      nextCursor: encodeCursor(rows.at(-1) ?? after ?? beginningAt(window.from), window.order),
    };
  }
}
