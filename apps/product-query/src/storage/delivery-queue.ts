import type { WebhookFailure } from '@ndx/contracts';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Notice } from '../domain/notices/notice.js';
import type { NoticeEndpoint } from '../domain/notices/notice-endpoint.js';
import type { DeliveryFigures } from '../metrics/webhook-metrics.js';

/** A delivery that this process attempts, until its lease ends. */
export interface ClaimedDelivery {
  readonly notice: Notice;
  readonly endpoint: Pick<
    NoticeEndpoint,
    'id' | 'secret' | 'previousSecret' | 'previousSecretExpiresAt'
  > & { readonly url: string };
  /** The number of attempts, with this one. */
  readonly attempts: number;
}

/** The outcome of an attempt. */
export interface FailedAttempt {
  readonly status: number | null;
  readonly failure: WebhookFailure | null;
  /** Until the next attempt, in milliseconds. */
  readonly pauseMs: number;
}

/** Longer than an attempt: the deliveries of a killed process are due again after it. */
const LEASE = `interval '60 seconds'`;

const ENABLED = `e.state = 'enabled' and e.url is not null`;

/**
 * First parks the deliveries that have been pending for three days, attempted or not, of disabled
 * endpoints too. Uses the index notice_delivery_due for each endpoint.
 */
const ENDPOINTS_DUE = `
with parked as (
  update notice_delivery set state = 'parked' where state = 'pending' and park_at <= now()
)
select endpoint_id as id from notice_endpoint e
where ${ENABLED} and exists (
  select from notice_delivery d where d.endpoint_id = e.endpoint_id
    and d.state = 'pending' and d.next_attempt_at <= now() and d.park_at > now())`;

/**
 * Takes due deliveries whose earlier ones of the same query are delivered or parked. Other processes
 * skip them, and find them due when the lease ends.
 */
const CLAIM = `
with claimed as (
  select d.notice_id from notice_delivery d
  where d.endpoint_id = $1 and d.state = 'pending' and d.next_attempt_at <= now()
    and not exists (
      select from notice_delivery earlier
      where earlier.endpoint_id = $1 and earlier.query_event_id = d.query_event_id
        and earlier.state = 'pending' and earlier.seq < d.seq)
  order by d.next_attempt_at, d.seq limit $2
  for update skip locked)
update notice_delivery d
set attempts = attempts + 1, attempted_at = now(), next_attempt_at = now() + ${LEASE}
from claimed
join notice n using (notice_id)
join notice_endpoint e on e.endpoint_id = $1 and ${ENABLED}
where d.endpoint_id = $1 and d.notice_id = claimed.notice_id
returning d.attempts,
  json_build_object('id', e.endpoint_id, 'url', e.url, 'secret', e.secret,
    'previousSecret', e.previous_secret, 'previousSecretExpiresAt', e.previous_secret_expires_at
  ) as endpoint,
  n.notice_id as "noticeId", n.entity_id as "entityId", n.query_event_id as "queryEventId",
  n.certificate_id as "certificateId", n.network_ids as "networkIds",
  n.product_id as "productId", n.subject_id as "subjectId", n.kind, n.groups, n.since,
  n.created_at as "createdAt"`;

const DELIVERED = `
update notice_delivery
set state = 'delivered', delivered_at = now(), response_status = $3, failure = null
where endpoint_id = $1 and notice_id = $2`;

/** Only the last attempt: a process whose lease ended changes nothing. */
const OF_ATTEMPT = `endpoint_id = $1 and notice_id = $2 and state = 'pending' and attempts = $3`;

/** The last attempt is a minute before the delivery is parked. */
const FAILED = `
update notice_delivery
set response_status = $4, failure = $5,
  next_attempt_at = least(now() + $6 * interval '1 ms', park_at - interval '1 minute'),
  state = case when park_at < now() + interval '2 minutes' then 'parked' else 'pending' end
where ${OF_ATTEMPT}`;

const RELEASED = `
update notice_delivery set attempts = attempts - 1, next_attempt_at = now() where ${OF_ATTEMPT}`;

/** Uses the indexes of parked and of pending deliveries. */
const FIGURES = `
select (select count(*)::int from notice_delivery where state = 'parked') as parked,
  coalesce((
    select extract(epoch from now() - d.park_at + interval '3 days')
    from notice_delivery d join notice_endpoint e using (endpoint_id)
    where d.state = 'pending' and ${ENABLED}
    order by d.park_at limit 1), 0)::float8 as "oldestSeconds"`;

/**
 * The deliveries that senders take. A delivery is attempted at least once: an interrupted attempt is
 * repeated, with the same id.
 */
@Injectable()
export class DeliveryQueue {
  constructor(private readonly dataSource: DataSource) {}

  /** Parks expired deliveries. Returns the enabled endpoints with due ones. */
  async endpointsDue(): Promise<readonly string[]> {
    const rows = await this.dataSource.query<{ id: string }[]>(ENDPOINTS_DUE);
    return rows.map(({ id }) => id);
  }

  async figures(): Promise<DeliveryFigures> {
    const [figures] = await this.dataSource.query<DeliveryFigures[]>(FIGURES);
    if (!figures) throw new Error('the deliveries of notices cannot be counted');
    return figures;
  }

  async claim(endpointId: string, limit: number): Promise<readonly ClaimedDelivery[]> {
    const [rows] = await this.dataSource.query<[ClaimedRow[], number]>(CLAIM, [endpointId, limit]);
    return rows.map(claimedOf);
  }

  async delivered({ endpoint, notice }: ClaimedDelivery, status: number): Promise<void> {
    await this.dataSource.query(DELIVERED, [endpoint.id, notice.noticeId, status]);
  }

  async failed(claimed: ClaimedDelivery, { status, failure, pauseMs }: FailedAttempt) {
    await this.dataSource.query(FAILED, [...keyOf(claimed), status, failure, pauseMs]);
  }

  /** Makes the delivery due for others: the attempt was interrupted by this process. */
  async release(claimed: ClaimedDelivery): Promise<void> {
    await this.dataSource.query(RELEASED, keyOf(claimed));
  }
}

interface ClaimedRow extends Notice {
  readonly attempts: number;
  readonly endpoint: Omit<ClaimedDelivery['endpoint'], 'previousSecretExpiresAt'> & {
    readonly previousSecretExpiresAt: string | null;
  };
}

function claimedOf({ attempts, endpoint, ...notice }: ClaimedRow): ClaimedDelivery {
  const { previousSecretExpiresAt: expiresAt } = endpoint;
  const previousSecretExpiresAt = expiresAt === null ? null : new Date(expiresAt);
  return { attempts, notice, endpoint: { ...endpoint, previousSecretExpiresAt } };
}

function keyOf({ endpoint, notice, attempts }: ClaimedDelivery) {
  return [endpoint.id, notice.noticeId, attempts];
}
