import {
  notFound,
  type NoticeDeliveryState,
  type NoticeKind,
  type WebhookFailure,
} from '@ndx/contracts';
import { inEachOrder, type IdPlace } from '@ndx/service';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import type { NoticeEndpoint } from '../domain/notices/notice-endpoint.js';

/** What decides which endpoints get a notice. */
export interface ScheduledNotice {
  readonly noticeId: string;
  readonly entityId: string;
  readonly queryEventId: string;
  readonly networkIds: readonly string[];
  readonly productId: string;
  readonly kind: NoticeKind;
  readonly createdAt: Date;
}

/** The webhook of a notice to an endpoint. */
export interface NoticeDelivery {
  readonly noticeId: string;
  readonly queryEventId: string;
  readonly state: NoticeDeliveryState;
  readonly attempts: number;
  readonly attemptedAt: Date | null;
  /** Of the last attempt. */
  readonly status: number | null;
  readonly failure: WebhookFailure | null;
  readonly nextAttemptAt: Date;
  readonly deliveredAt: Date | null;
  readonly createdAt: Date;
}

export interface DeliveryPage extends IdPlace {
  readonly state: NoticeDeliveryState | undefined;
  readonly limit: number;
}

/** The deliveries that one request schedules again. */
export interface Redelivery {
  readonly scheduled: number;
  /** The time of the last notice; undefined when there are no more. */
  readonly through: Date | undefined;
}

const REDELIVERED_AT_ONCE = 10_000;

/** A notice `n` that an endpoint `e` takes. */
const IS_TAKEN = `
  (e.network_ids is null or e.network_ids && n.network_ids)
  and (e.product_ids is null or n.product_id::text = any(e.product_ids))
  and (e.kinds is null or n.kind = any(e.kinds))
  and (e.window_days is null or exists (
    select from query_event q where q.query_event_id = n.query_event_id
      and q.occurred_at > n.created_at - e.window_days * interval '1 day'))`;

/** Enters them in the order of the notices, which is the order of their webhooks for a query. */
const SCHEDULE = `
insert into notice_delivery (endpoint_id, notice_id, query_event_id, created_at)
select endpoint_id, notice_id, query_event_id, n.created_at
from rows from (jsonb_to_recordset($1::jsonb) as (
  notice_id uuid, entity_id uuid, query_event_id uuid, network_ids uuid[], product_id text,
  kind text, created_at timestamptz
)) with ordinality as n (
  notice_id, entity_id, query_event_id, network_ids, product_id, kind, created_at, place
)
join notice_endpoint e using (entity_id)
where e.state = 'enabled' and e.url is not null and ${IS_TAKEN}
order by place
on conflict (endpoint_id, notice_id) do nothing`;

/** A delivery that is scheduled again has the retries of a new one. */
const AGAIN = `
  state = 'pending', attempts = 0, next_attempt_at = now(), park_at = now() + interval '3 days'`;

const SHOWN = `
  notice_id as "noticeId", query_event_id as "queryEventId", state, attempts,
  attempted_at as "attemptedAt", response_status as status, failure,
  next_attempt_at as "nextAttemptAt", delivered_at as "deliveredAt", created_at as "createdAt"`;

/** Uses the primary key. */
const LIST = inEachOrder(
  (is, way) => `
select ${SHOWN} from notice_delivery
where endpoint_id = $1 and notice_id ${is} $2 and ($3::text is null or state = $3)
order by notice_id ${way} limit $4`,
);

/** Uses the primary key, or notice_delivery_parked. */
const COUNT = `
select count(*)::integer as count from (
  select from notice_delivery
  where endpoint_id = $1 and ($2::text is null or state = $2) limit $3
) found`;

const RETRY = `
update notice_delivery set ${AGAIN} where endpoint_id = $1 and notice_id = $2
returning ${SHOWN}`;

/** With the notices of the last instant, so that the next request begins after it. */
const REDELIVER = `
with taken as (
  select n.notice_id, n.query_event_id, n.created_at
  from notice n join notice_endpoint e using (entity_id)
  where e.endpoint_id = $1 and n.created_at >= $2 and n.created_at < $3 and ${IS_TAKEN}
  order by n.created_at fetch first ${REDELIVERED_AT_ONCE} rows with ties
), scheduled as (
  insert into notice_delivery (endpoint_id, notice_id, query_event_id, created_at)
  select $1, notice_id, query_event_id, created_at from taken order by created_at, notice_id
  on conflict (endpoint_id, notice_id) do update set ${AGAIN}
  returning created_at
)
select count(*)::int as scheduled, max(created_at) as through from scheduled`;

/** Schedules a webhook of each notice to each enabled endpoint that takes it. */
export async function scheduleDeliveries(
  manager: EntityManager,
  notices: readonly ScheduledNotice[],
): Promise<void> {
  if (notices.length === 0) return;
  await manager.query(SCHEDULE, [JSON.stringify(notices.map(rowOf))]);
}

/** The deliveries of an endpoint, as its institution sees and repeats them. */
@Injectable()
export class NoticeDeliveries {
  constructor(private readonly dataSource: DataSource) {}

  /** A page of the deliveries, in the order of their notices. */
  list(
    { id }: NoticeEndpoint,
    { state, order, after, limit }: DeliveryPage,
  ): Promise<NoticeDelivery[]> {
    return this.dataSource.query(LIST[order], [id, after, state ?? null, limit]);
  }

  /** The number of the deliveries, at most the limit. */
  async count(
    { id }: NoticeEndpoint,
    state: NoticeDeliveryState | undefined,
    limit: number,
  ): Promise<number> {
    const [row] = await this.dataSource.query<[{ readonly count: number }]>(COUNT, [
      ...[id, state ?? null, limit],
    ]);
    return row.count;
  }

  /** @throws RESOURCE_NOT_FOUND */
  async retry({ id }: NoticeEndpoint, noticeId: string): Promise<NoticeDelivery> {
    const [[row]] = await this.dataSource.query<[NoticeDelivery[], number]>(RETRY, [id, noticeId]);
    if (!row) throw notFound('not_found', 'notice delivery not found');
    return row;
  }

  /** Schedules the notices from a time until another again, oldest first. */
  async redeliver({ id }: NoticeEndpoint, since: Date, until: Date): Promise<Redelivery> {
    const [row] = await this.dataSource.query<{ scheduled: number; through: Date | null }[]>(
      REDELIVER,
      [id, since, until],
    );
    const { scheduled = 0, through } = row ?? {};
    const isFull = scheduled >= REDELIVERED_AT_ONCE;
    return { scheduled, through: isFull ? (through ?? undefined) : undefined };
  }
}

function rowOf(notice: ScheduledNotice) {
  return {
    notice_id: notice.noticeId,
    entity_id: notice.entityId,
    query_event_id: notice.queryEventId,
    network_ids: notice.networkIds,
    product_id: notice.productId,
    kind: notice.kind,
    created_at: notice.createdAt,
  };
}
