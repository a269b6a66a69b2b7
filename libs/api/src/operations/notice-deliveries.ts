import {
  EXAMPLE_IDS,
  NOTICE_DELIVERY_STATES,
  WEBHOOK_FAILURES,
  type NoticeDeliveryState,
} from '@ndx/contracts';
import { IsIn, IsOptional } from 'class-validator';
import { declareOperation } from '../operation/operation.js';
import { IsDateTime, Omittable, Uuid } from '../shapes/shapes.js';
import * as wire from '../shapes/wire.js';
import { ListCount, MAX_COUNTED_ITEMS } from './list-count.js';
import { NOTICE_ENDPOINT, NoticeEndpointPath } from './notice-endpoint-path.js';
import { CURSOR_REFUSAL, OrderedCursorQuery, pageOf } from './page-shapes.js';

class CountNoticeDeliveriesQuery {
  @Omittable()
  @IsIn(NOTICE_DELIVERY_STATES)
  readonly state?: NoticeDeliveryState;
}

class ListNoticeDeliveriesQuery extends OrderedCursorQuery {
  @Omittable()
  @IsIn(NOTICE_DELIVERY_STATES)
  readonly state?: NoticeDeliveryState;
}

class NoticeDeliveryPath extends NoticeEndpointPath {
  @Uuid()
  readonly notice_id!: string;
}

class RedeliverNoticesDto {
  @IsDateTime()
  readonly since!: string;

  @IsOptional()
  @IsDateTime()
  readonly until?: string | null;
}

const NoticeDelivery = wire.record('NoticeDelivery', {
  notice_id: wire.uuid,
  query_event_id: wire.uuid,
  state: wire.oneOf(NOTICE_DELIVERY_STATES),
  attempts: wire.integer,
  attempted_at: wire.nullable(wire.timestamp),
  response_status: wire.nullable(wire.integer),
  failure: wire.nullable(wire.oneOf(WEBHOOK_FAILURES)),
  next_attempt_at: wire.nullable(wire.timestamp),
  delivered_at: wire.nullable(wire.timestamp),
  created_at: wire.timestamp,
});

const COMMON = { service: 'product-query' } as const;
const DELIVERIES = `${NOTICE_ENDPOINT}/deliveries` as const;
const TIME = '2026-01-15T09:30:00.000Z';
const NOT_FOUND = ['not_found'] as const;
const STATE_WORDS = 'Only deliveries in this state.';

export const listNoticeDeliveries = declareOperation({
  ...COMMON,
  id: 'listNoticeDeliveries',
  method: 'GET',
  path: DELIVERIES,
  permission: 'notice:read',
  summary: 'List the deliveries to a notice endpoint',
  description:
    'A delivery is retried for three days, with growing pauses, until the receiver answers with a 2xx; then it is parked. The notices of a query are sent in their order, each once the one before it is delivered or parked. Deliveries are listed for 13 months.',
  request: { path: NoticeEndpointPath, query: ListNoticeDeliveriesQuery },
  answer: pageOf('NoticeDeliveryPage', NoticeDelivery),
  refusals: [...CURSOR_REFUSAL, ...NOT_FOUND],
  words: {
    'ListNoticeDeliveriesQuery.state': STATE_WORDS,
    'NoticeDelivery.notice_id': [
      'The notice, which is the `webhook-id` of its webhooks.',
      EXAMPLE_IDS.notice,
    ],
    'NoticeDelivery.query_event_id': ['The query that the notice is about.', EXAMPLE_IDS.query],
    'NoticeDelivery.state':
      'Whether the receiver answered an attempt with a 2xx; `parked`: it did not within three days.',
    'NoticeDelivery.attempts': ['The number of attempts since it was last scheduled.', 1],
    attempted_at: ['The time of the last attempt; null before the first.', TIME],
    response_status: ["The status of the receiver's answer to the last attempt, if any.", 503],
    failure: 'Why the last attempt had no valid answer; null if it had one.',
    next_attempt_at: ['The time of the next attempt; null unless pending.', TIME],
    delivered_at: ['The time at which the receiver accepted it, if it did.', TIME],
    'NoticeDelivery.created_at': ['The time of the notice.', TIME],
  },
});

export const countNoticeDeliveries = declareOperation({
  ...COMMON,
  id: 'countNoticeDeliveries',
  method: 'GET',
  path: `${DELIVERIES}/count`,
  permission: 'notice:read',
  summary: 'Count the deliveries to a notice endpoint',
  description: `Counts the deliveries that \`GET ${DELIVERIES}\` lists with these filters, up to ${MAX_COUNTED_ITEMS}.`,
  request: { path: NoticeEndpointPath, query: CountNoticeDeliveriesQuery },
  answer: ListCount,
  refusals: NOT_FOUND,
  words: { 'CountNoticeDeliveriesQuery.state': STATE_WORDS },
});

export const retryNoticeDelivery = declareOperation({
  ...COMMON,
  id: 'retryNoticeDelivery',
  method: 'POST',
  path: `${DELIVERIES}/{notice_id}/retry`,
  permission: 'notice:write',
  summary: 'Send a notice again',
  description:
    'Schedules the delivery at once, in any state, and retries it for three days again. The webhook has the id of the earlier ones.',
  request: { path: NoticeDeliveryPath },
  answer: NoticeDelivery,
  refusals: NOT_FOUND,
});

export const redeliverNotices = declareOperation({
  ...COMMON,
  id: 'redeliverNotices',
  method: 'POST',
  path: `${NOTICE_ENDPOINT}/redeliver`,
  permission: 'notice:write',
  summary: 'Send the notices of a time window again',
  description:
    'Schedules deliveries of the notices that the endpoint takes, in any state, also of those from before its creation. A request schedules about 10,000, oldest first; `next_since` continues.',
  request: { path: NoticeEndpointPath, body: RedeliverNoticesDto },
  answer: wire.record('RedeliveredNotices', {
    scheduled: wire.integer,
    next_since: wire.nullable(wire.timestamp),
  }),
  example: { since: '2026-01-15T00:00:00Z', until: '2026-01-16T00:00:00Z' },
  refusals: NOT_FOUND,
  words: {
    'RedeliverNotices.since': ['The earliest `created_at`.', '2026-01-15T00:00:00.000Z'],
    'RedeliverNotices.until': [
      'The end of the window, excluded; without it, now.',
      '2026-01-16T00:00:00.000Z',
    ],
    scheduled: ['The number of scheduled deliveries.', 12],
    next_since: ['The `since` of the next request; null when all are scheduled.', TIME],
  },
});
