import { randomUUID } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { member } from '@ndx/service/testing';
import { eventually } from '@ndx/testing';
import type { Notice } from '../domain/notices/notice.js';
import { aNoticeTo, useNotices } from '../testing/stored-notices.js';
import { LOCAL_RECEIVERS, useReceivers } from '../testing/receivers.js';
import { useQueryService } from '../testing/use-query-service.js';

const service = useQueryService({ variables: LOCAL_RECEIVERS });
const notices = useNotices(service);
const receivers = useReceivers();

/** An endpoint whose receiver answers with a status that the test sets. */
async function anEndpoint(terms: object = {}) {
  const answer = { status: 204 };
  const receiver = await receivers.start((_, response) => response.writeHead(answer.status).end());
  const who = member(randomUUID(), 'querier');
  const call = (method: 'GET' | 'POST', path: string, body?: object) =>
    service.call(who, method, `/v1/notice-endpoints${path}`, body);
  const { body } = await call('POST', '', { url: receiver.url, ...terms });
  const id = String(body['endpoint_id']);
  const list = async (query = '') => {
    const page = (await call('GET', `/${id}/deliveries${query}`)).body;
    return page['data'] as Record<string, unknown>[];
  };
  const count = async (query = '') => (await call('GET', `/${id}/deliveries/count${query}`)).body;
  const retry = (notice: Notice) => call('POST', `/${id}/deliveries/${notice.noticeId}/retry`);
  const redeliver = (window: object) => call('POST', `/${id}/redeliver`, window);
  return { who, id, receiver, answer, call, list, count, retry, redeliver };
}

describe('the deliveries of an endpoint', () => {
  test('are listed with the state, the attempts and the answer of the receiver', async () => {
    const { who, answer, list, count } = await anEndpoint();
    const delivered = aNoticeTo(who);
    await notices.store(delivered);
    await eventually(async () => {
      expect(await list('?state=delivered')).toMatchObject([
        {
          notice_id: delivered.noticeId,
          query_event_id: delivered.queryEventId,
          ...{ state: 'delivered', attempts: 1, response_status: 204, failure: null },
          next_attempt_at: null,
          delivered_at: expect.any(String),
          created_at: delivered.createdAt.toISOString(),
        },
      ]);
    });
    answer.status = 418;
    const rejected = aNoticeTo(who);
    await notices.store(rejected);
    await eventually(async () => {
      expect(await list('?state=pending')).toMatchObject([
        {
          notice_id: rejected.noticeId,
          ...{ attempts: 1, response_status: 418, delivered_at: null },
          next_attempt_at: expect.any(String),
        },
      ]);
    });
    expect(await list()).toHaveLength(2);
    expect(await list('?state=parked')).toEqual([]);
    expect(await count()).toEqual({ count: 2, is_complete: true });
    expect(await count('?state=pending')).toEqual({ count: 1, is_complete: true });
    expect(await count('?state=parked')).toEqual({ count: 0, is_complete: true });
  });

  test.each(['oldest_first', 'newest_first'])('are continued by a cursor, %s', async (order) => {
    const { who, id, call } = await anEndpoint();
    const stored = [aNoticeTo(who), aNoticeTo(who), aNoticeTo(who)];
    await notices.store(...stored);
    const path = `/${id}/deliveries?order=${order}&limit=2`;
    const first = await call('GET', path);
    const second = await call('GET', `${path}&cursor=${String(first.body['next_cursor'])}`);
    const listed = [first, second].flatMap(({ body }) => body['data'] as { notice_id: string }[]);
    const ids = stored.map(({ noticeId }) => noticeId);
    expect(listed.map((one) => one.notice_id)).toEqual(
      order === 'oldest_first' ? ids : ids.toReversed(),
    );
  });

  test('of another institution look like absent ones', async () => {
    const { who, id } = await anEndpoint();
    const notice = aNoticeTo(who);
    await notices.store(notice);
    const other = member(randomUUID(), 'querier');
    const path = `/v1/notice-endpoints/${id}`;
    const window = { since: '2026-01-01T00:00:00Z' };
    const answers = await Promise.all([
      service.call(other, 'GET', `${path}/deliveries`),
      service.call(other, 'GET', `${path}/deliveries/count`),
      service.call(other, 'POST', `${path}/deliveries/${notice.noticeId}/retry`),
      service.call(other, 'POST', `${path}/redeliver`, window),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
  });
});

describe('a notice', () => {
  test('is sent again at once when its delivery is retried, also a parked one', async () => {
    const { who, id, receiver, answer, list, retry } = await anEndpoint();
    answer.status = 500;
    const notice = aNoticeTo(who);
    await notices.store(notice);
    await eventually(() => expect(receiver.ids).toHaveLength(1));
    await service.sql('update notice_delivery set park_at = now() where endpoint_id = $1', [id]);
    await eventually(async () => expect(await list('?state=parked')).toHaveLength(1));
    answer.status = 204;
    expect(await retry(notice)).toMatchObject({
      status: 200,
      body: { state: 'pending', attempts: 0 },
    });
    await eventually(async () => expect(await list('?state=delivered')).toHaveLength(1));
    expect(receiver.ids).toEqual([notice.noticeId, notice.noticeId]);
    expect((await retry(aNoticeTo(who))).status).toBe(404);
  });

  test('is sent again for its time, also from before the endpoint', async () => {
    const { who, receiver, redeliver } = await anEndpoint({ kinds: ['changed'] });
    const at = (day: string, more: Partial<Notice> = {}) =>
      aNoticeTo(who, { createdAt: new Date(`2026-01-${day}T00:00:00.000Z`), ...more });
    const [early, first, other, last] = [
      at('01'),
      at('02'),
      at('03', { kind: 'separated' }),
      at('04'),
    ];
    await notices.store(early, first, other, last);
    await eventually(() => expect(receiver.ids).toHaveLength(3));
    await service.sql('delete from notice_delivery where notice_id = $1', [first.noticeId]);
    const window = { since: '2026-01-02T00:00:00Z', until: '2026-01-05T00:00:00Z' };
    expect(await redeliver(window)).toMatchObject({
      status: 200,
      body: { scheduled: 2, next_since: null },
    });
    await eventually(() => expect(receiver.ids).toHaveLength(5));
    expect(receiver.ids.slice(3).sort()).toEqual([first.noticeId, last.noticeId].sort());
  });

  test('is among the next when a window has more than one request schedules', async () => {
    const { who, id, answer, redeliver } = await anEndpoint();
    answer.status = 500;
    await service.sql(
      `insert into notice (notice_id, entity_id, query_event_id, network_ids, product_id, kind,
         groups, since, created_at)
       select gen_random_uuid(), $1, gen_random_uuid(), '{}', gen_random_uuid(), 'changed',
         '{}', now(), timestamptz '2026-02-01' + n * interval '1 second'
       from generate_series(1, 10005) as n`,
      [who.entity_id],
    );
    const first = await redeliver({ since: '2026-02-01T00:00:00Z' });
    expect(first.body).toEqual({ scheduled: 10_000, next_since: '2026-02-01T02:46:40.001Z' });
    const second = await redeliver({ since: first.body['next_since'] });
    expect(second.body).toEqual({ scheduled: 5, next_since: null });
    await service.call(who, 'DELETE', `/v1/notice-endpoints/${id}`);
  });
});
