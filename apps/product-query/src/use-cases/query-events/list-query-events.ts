import { DATASETS } from '@ndx/catalog';
import {
  invalid,
  quoted,
  type NoResultReason,
  type Principal,
  type QueryEvent,
} from '@ndx/contracts';
import { Injectable } from '@nestjs/common';
import { visibleEvent } from '../../domain/decision/visible-event.js';
import { explanationReader } from '../../domain/explanation/explanation-reader.js';
import {
  QueryEventRepository,
  type FeedOrder,
  type Position,
  type ReasonedEvent,
  type QueryEventSearch,
} from '../../storage/query-event-repository.js';
import { queryingEntityOf } from './feed-of-network.js';
import { beginningAt, decodeCursor, encodeCursor } from './query-event-cursor.js';

export interface QueryEventWindow extends QueryEventSearch {
  readonly networkId: string;
  readonly from: Date | undefined;
  readonly to: Date | undefined;
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
  async list(principal: Principal, window: QueryEventWindow): Promise<QueryEventPage> {
    const { queryingEntityId, productSlug } = window;
    const ownEntityId = queryingEntityOf(principal, window.networkId);
    if (productSlug !== undefined && !DATASETS.some(({ slug }) => slug === productSlug)) {
      throw invalid('unknown_product', `there is no product or template ${quoted(productSlug)}`);
    }
    const after: Position | undefined =
      window.cursor === undefined ? undefined : decodeCursor(window.cursor, window.order);
    const entityIds = new Set([ownEntityId, queryingEntityId].filter((id) => id !== undefined));
    const [entityId, other] = entityIds;
    // Only governors see the queries of another institution.
    const rows =
      other === undefined
        ? await this.queryEvents.list({
            ...window,
            after,
            queryingEntityId: entityId,
            reader: principal,
          })
        : [];
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
