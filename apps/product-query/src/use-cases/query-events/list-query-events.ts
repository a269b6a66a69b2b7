import type { NoResultReason, Principal, QueryEvent } from '@ndx/contracts';
import { Injectable } from '@nestjs/common';
import { visibleEvent } from '../../domain/decision/visible-event.js';
import { explanationReader } from '../../domain/explanation/explanation-reader.js';
import {
  QueryEventRepository,
  type FeedOrder,
  type Position,
  type ReasonedEvent,
} from '../../storage/query-event-repository.js';
import { beginningAt, decodeCursor, encodeCursor } from './query-event-cursor.js';
import { searchedFeed, type QueryEventWindow } from './searched-feed.js';

export interface QueryEventPageRequest extends QueryEventWindow {
  readonly cursor: string | undefined;
  readonly limit: number;
  readonly order: FeedOrder;
}

/** An event as its reader sees it. */
export type ShownEvent = QueryEvent & {
  /** Null with a result, and where the explanation does not show it to the reader. */
  readonly reason: NoResultReason | null;
};

export interface QueryEventPage {
  readonly events: readonly ShownEvent[];
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
  async one(principal: Principal, queryEventId: string): Promise<ShownEvent> {
    return shownTo(principal, await this.queryEvents.find(principal, queryEventId));
  }

  /**
   * Governors see every query of the network, other members the queries of their institution. A
   * search finds no query by a member that its event does not show to the caller.
   * @throws PERMISSION_DENIED for callers who are not members, VALIDATION_ERROR for an unknown
   *   product, an invalid cursor or the cursor of a page in another order
   */
  async list(principal: Principal, window: QueryEventPageRequest): Promise<QueryEventPage> {
    const feed = searchedFeed(principal, window);
    const after: Position | undefined =
      window.cursor === undefined ? undefined : decodeCursor(window.cursor, window.order);
    const rows = feed ? await this.queryEvents.list({ ...window, ...feed, after }) : [];
    return {
      events: rows.map((row) => shownTo(principal, row)),
      nextCursor: encodeCursor(rows.at(-1) ?? after ?? beginningAt(window.from), window.order),
    };
  }
}

function shownTo(reader: Principal, { event, reason }: ReasonedEvent): ShownEvent {
  const isShown = explanationReader(reader, event)?.isWhole === true;
  return { ...visibleEvent(event, reader), reason: isShown ? reason : null };
}
