import * as api from '@ndx/api';
import type { Principal } from '@ndx/contracts';
import { Asked, Caller, Handles } from '@ndx/service';
import { Controller } from '@nestjs/common';
import { CountAnswers } from '../use-cases/query-events/count-answers.js';
import { CountDailyQueries } from '../use-cases/query-events/count-daily-queries.js';
import { CountQueryEvents } from '../use-cases/query-events/count-query-events.js';
import { ListQueryEvents } from '../use-cases/query-events/list-query-events.js';
import type { QueryEventWindow } from '../use-cases/query-events/searched-feed.js';

@Controller()
export class QueryEventsController {
  constructor(
    private readonly listQueryEvents: ListQueryEvents,
    private readonly countQueryEvents: CountQueryEvents,
    private readonly countDailyQueries: CountDailyQueries,
    private readonly countAnswers: CountAnswers,
  ) {}

  @Handles(api.listQueryEvents)
  async list(
    @Caller() principal: Principal,
    @Asked() { query }: Asked<typeof api.listQueryEvents>,
  ) {
    const page = await this.listQueryEvents.list(principal, {
      ...windowOf(query),
      cursor: query.cursor,
      limit: query.limit,
      order: query.order,
    });
    return { data: page.events, next_cursor: page.nextCursor };
  }

  @Handles(api.countQueryEvents)
  count(@Caller() principal: Principal, @Asked() { query }: Asked<typeof api.countQueryEvents>) {
    return this.countQueryEvents.count(principal, windowOf(query));
  }

  @Handles(api.listDailyQueryCounts)
  async countDaily(
    @Caller() principal: Principal,
    @Asked() { query }: Asked<typeof api.listDailyQueryCounts>,
  ) {
    const { network_id: networkId, from, to, cursor, limit } = query;
    const page = await this.countDailyQueries.list(principal, {
      networkId,
      from,
      to,
      cursor,
      limit,
    });
    return { data: page.counts, next_cursor: page.nextCursor };
  }

  @Handles(api.countAnswersByFurnishers)
  countByFurnishers(
    @Caller() principal: Principal,
    @Asked() { query }: Asked<typeof api.countAnswersByFurnishers>,
  ) {
    return this.countAnswers.byFurnishers(principal, intervalOf(query));
  }

  @Handles(api.readQueryEvent)
  read(@Caller() principal: Principal, @Asked() { path }: Asked<typeof api.readQueryEvent>) {
    return this.listQueryEvents.one(principal, path.query_event_id);
  }
}

function windowOf(query: Asked<typeof api.countQueryEvents>['query']): QueryEventWindow {
  return {
    ...intervalOf(query),
    queryingEntityId: query.querying_entity_id,
    productSlug: query.product_slug,
    outcome: query.outcome,
    reason: query.reason,
    requestId: query.request_id,
    subjectId: query.subject_id,
    consentId: query.consent_id,
    policyId: query.policy_id,
  };
}

function intervalOf(query: Asked<typeof api.countAnswersByFurnishers>['query']) {
  return {
    networkId: query.network_id,
    from: query.from === undefined ? undefined : api.instantOf(query.from),
    to: query.to === undefined ? undefined : api.instantOf(query.to),
  };
}
