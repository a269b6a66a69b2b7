import * as api from '@ndx/api';
import type { Principal } from '@ndx/contracts';
import { Asked, Caller, Handles } from '@ndx/service';
import { Controller } from '@nestjs/common';
import { ListQueryEvents } from '../use-cases/list-query-events.js';

@Controller()
export class QueryEventsController {
  constructor(private readonly listQueryEvents: ListQueryEvents) {}

  @Handles(api.listQueryEvents)
  async list(
    @Caller() principal: Principal,
    @Asked() { query }: Asked<typeof api.listQueryEvents>,
  ) {
    const page = await this.listQueryEvents.list(principal, {
      networkId: query.network_id,
      from: query.from === undefined ? undefined : api.instantOf(query.from),
      to: query.to === undefined ? undefined : api.instantOf(query.to),
      cursor: query.cursor,
      limit: query.limit,
    });
    return { data: page.events, next_cursor: page.nextCursor };
  }

  @Handles(api.readQueryEvent)
  read(@Caller() principal: Principal, @Asked() { path }: Asked<typeof api.readQueryEvent>) {
    return this.listQueryEvents.one(principal, path.query_event_id);
  }
}
