import * as api from '@ndx/api';
import type { Principal } from '@ndx/contracts';
import { Asked, Caller, Handles, idPage, placeOf } from '@ndx/service';
import { Controller } from '@nestjs/common';
import { NoticeDeliveries, type NoticeDelivery } from '../storage/notice-deliveries.js';
import { NoticeEndpoints } from '../storage/notice-endpoints.js';

@Controller()
export class NoticeDeliveriesController {
  constructor(
    private readonly endpoints: NoticeEndpoints,
    private readonly deliveries: NoticeDeliveries,
  ) {}

  @Handles(api.listNoticeDeliveries)
  async list(
    @Caller() principal: Principal,
    @Asked() { path, query }: Asked<typeof api.listNoticeDeliveries>,
  ) {
    const place = placeOf(query);
    const endpoint = await this.endpoints.load(principal, path.endpoint_id);
    const { state, limit } = query;
    const listed = await this.deliveries.list(endpoint, { ...place, state, limit });
    return idPage(listed, { ...place, idOf: ({ noticeId }) => noticeId, show: shown });
  }

  @Handles(api.countNoticeDeliveries)
  async count(
    @Caller() principal: Principal,
    @Asked() { path, query }: Asked<typeof api.countNoticeDeliveries>,
  ) {
    const endpoint = await this.endpoints.load(principal, path.endpoint_id);
    const most = api.MAX_COUNTED_ITEMS + 1;
    return api.listCountOf(await this.deliveries.count(endpoint, query.state, most));
  }

  @Handles(api.retryNoticeDelivery)
  async retry(
    @Caller() principal: Principal,
    @Asked() { path }: Asked<typeof api.retryNoticeDelivery>,
  ) {
    const endpoint = await this.endpoints.load(principal, path.endpoint_id);
    return shown(await this.deliveries.retry(endpoint, path.notice_id));
  }

  @Handles(api.redeliverNotices)
  async redeliver(
    @Caller() principal: Principal,
    @Asked() { path, body }: Asked<typeof api.redeliverNotices>,
  ) {
    const endpoint = await this.endpoints.load(principal, path.endpoint_id);
    const since = api.instantOf(body.since);
    const until = body.until ? api.instantOf(body.until) : new Date();
    const { scheduled, through } = await this.deliveries.redeliver(endpoint, since, until);
    // Times of notices are in milliseconds.
    const next = through && new Date(through.getTime() + 1);
    return { scheduled, next_since: next?.toISOString() ?? null };
  }
}

function shown(delivery: NoticeDelivery) {
  const { state } = delivery;
  return {
    notice_id: delivery.noticeId,
    query_event_id: delivery.queryEventId,
    state,
    attempts: delivery.attempts,
    attempted_at: delivery.attemptedAt?.toISOString() ?? null,
    response_status: delivery.status,
    failure: delivery.failure,
    next_attempt_at: state === 'pending' ? delivery.nextAttemptAt.toISOString() : null,
    delivered_at: delivery.deliveredAt?.toISOString() ?? null,
    created_at: delivery.createdAt.toISOString(),
  };
}
