import { listCountOf, MAX_COUNTED_ITEMS } from '@ndx/api';
import type { Principal } from '@ndx/contracts';
import { Injectable } from '@nestjs/common';
import { QueryEventRepository } from '../../storage/query-event-repository.js';
import { searchedFeed, type QueryEventWindow } from './searched-feed.js';

/** `GET /v1/query-events/count`: how many events the feed has. */
@Injectable()
export class CountQueryEvents {
  constructor(private readonly queryEvents: QueryEventRepository) {}

  /**
   * @returns the number of events that the feed lists to the caller; not complete where it has more
   * @throws PERMISSION_DENIED for callers who are not members, VALIDATION_ERROR for an unknown product
   */
  async count(principal: Principal, window: QueryEventWindow) {
    const feed = searchedFeed(principal, window);
    const limit = MAX_COUNTED_ITEMS + 1;
    const found = feed ? await this.queryEvents.count({ ...window, ...feed, limit }) : 0;
    return listCountOf(found);
  }
}
