import { randomUUID } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { kybCertificate, TEMPLATES } from '@ndx/catalog';
import type { Principal } from '@ndx/contracts';
import { inTransaction } from '@ndx/postgres';
import { member } from '@ndx/service/testing';
import type { Notice } from '../domain/notices/notice.js';
import { anEvent, storeEvents } from '../testing/query-events.js';
import { aNoticeTo, useNotices } from '../testing/stored-notices.js';
import { useQueryService } from '../testing/use-query-service.js';
import { scheduleDeliveries } from './notice-deliveries.js';

const service = useQueryService();

const DAY_MS = 86_400_000;

const notices = useNotices(service);

/** The endpoints to which the webhooks of a notice go. */
async function endpointsOf({ noticeId }: Notice) {
  const rows = await service.sql<{ id: string }>(
    'select endpoint_id as id from notice_delivery where notice_id = $1',
    [noticeId],
  );
  return rows.map(({ id }) => id);
}

async function anEndpoint(who: Principal, terms: object = {}) {
  const sent = { url: 'https://bank.example.com/', ...terms };
  const { body } = await service.call(who, 'POST', '/v1/notice-endpoints', sent);
  return String(body['endpoint_id']);
}

describe('a notice', () => {
  test('is scheduled for each enabled endpoint of its institution that has a url', async () => {
    const querier = member(randomUUID(), 'querier');
    const endpoints = [await anEndpoint(querier), await anEndpoint(querier)];
    await anEndpoint(querier, { url: null });
    await anEndpoint(member(randomUUID(), 'querier'));
    const disabled = await anEndpoint(querier);
    const path = `/v1/notice-endpoints/${disabled}`;
    await service.call(querier, 'PUT', path, {
      url: 'https://bank.example.com/',
      state: 'disabled',
    });
    const notice = aNoticeTo(querier);
    await notices.store(notice);
    expect((await endpointsOf(notice)).sort()).toEqual(endpoints.sort());
  });

  test('is scheduled where its network, product and kind are among the filters', async () => {
    const network = randomUUID();
    const querier = member(network, 'querier');
    const [template] = TEMPLATES;
    const filters = {
      network_ids: [network],
      product_ids: [kybCertificate.id],
      kinds: ['changed'],
    };
    const endpoint = await anEndpoint(querier, filters);
    const stored = [
      aNoticeTo(querier),
      aNoticeTo(querier, { networkIds: [randomUUID()] }),
      aNoticeTo(querier, { networkIds: [randomUUID(), network] }),
      aNoticeTo(querier, { productId: template?.id ?? '' }),
      aNoticeTo(querier, { kind: 'separated' }),
    ];
    await notices.store(...stored);
    const found = await Promise.all(stored.map(endpointsOf));
    expect(found).toEqual([[endpoint], [], [endpoint], [], []]);
  });

  test('is scheduled where its answer is within the window', async () => {
    const querier = member(randomUUID(), 'querier');
    const endpoint = await anEndpoint(querier, { window_days: 10 });
    const answered = async (days: number) => {
      const notice = aNoticeTo(querier);
      const at = new Date(Date.now() - days * DAY_MS);
      const change = { query_event_id: notice.queryEventId };
      await storeEvents(service, [anEvent([], notice.entityId, at, change)]);
      return notice;
    };
    const stored = [await answered(9), await answered(11)];
    await notices.store(...stored);
    expect(await Promise.all(stored.map(endpointsOf))).toEqual([[endpoint], []]);
  });

  test('is scheduled once, in the order of the notices', async () => {
    const querier = member(randomUUID(), 'querier');
    await anEndpoint(querier);
    const [first, second] = [aNoticeTo(querier), aNoticeTo(querier)];
    await notices.store(second, first);
    await inTransaction(notices.dataSource(), (manager) => scheduleDeliveries(manager, [first]));
    const rows = await service.sql<{ id: string }>(
      'select notice_id as id from notice_delivery where notice_id = any($1) order by seq',
      [[first.noticeId, second.noticeId]],
    );
    expect(rows.map(({ id }) => id)).toEqual([second.noticeId, first.noticeId]);
  });

  test('has no webhook if its transaction is rolled back', async () => {
    const querier = member(randomUUID(), 'querier');
    await anEndpoint(querier);
    const notice = aNoticeTo(querier);
    const rolledBack = inTransaction(notices.dataSource(), async (manager) => {
      await scheduleDeliveries(manager, [notice]);
      throw new Error('the transaction fails');
    });
    await expect(rolledBack).rejects.toThrow('the transaction fails');
    expect(await endpointsOf(notice)).toEqual([]);
  });
});
