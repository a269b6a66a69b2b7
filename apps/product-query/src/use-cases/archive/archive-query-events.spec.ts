import { testPlaces } from '@ndx/archive/testing';
import { newId, type Principal, type QueryEvent } from '@ndx/contracts';
import { member } from '@ndx/service/testing';
import { useStarted } from '@ndx/testing/use-started';
import { beforeEach, describe, expect, test } from '@jest/globals';
import { Archives, DAY_MS, daysAgo, furnisherOf } from '../../testing/archives.js';
import { aVerifiedBusiness, queryCertificate } from '../../testing/explained-business.js';
import { anEvent, pagesOf, reading, storeEvents } from '../../testing/query-events.js';

const KYB = '/v1/products/kyb_certificate/query';

describe.each(testPlaces())('archiving query events to a %s', (_, start) => {
  const archives = useStarted(() => Archives.start(start));
  beforeEach(() => archives.removeRows());

  test('changes no page of the feed and no daily count, and a restore changes none either', async () => {
    const networks = [newId(), newId()];
    const [networkId = ''] = networks;
    const querier = member(networkId, 'querier');
    const midnight = Math.floor(Date.now() / DAY_MS) * DAY_MS;
    const time = (day: number, ms: number) => new Date(midnight - day * DAY_MS + ms);
    await storeEvents(archives.service, [
      anEvent([networkId], querier.entity_id, time(34, 0)),
      anEvent([networkId], querier.entity_id, time(33, DAY_MS - 1), { outcome: 'no_result' }),
      anEvent(networks, querier.entity_id, time(33, 0)),
      anEvent(networks, newId(), time(33, 0), { billable: false }),
      anEvent(networks, newId(), time(32, 0), { kind: 'template', product_slug: 'credit' }),
      anEvent([newId()], querier.entity_id, time(32, 0)),
      // The boundary is within the following day.
      anEvent([networkId], querier.entity_id, time(31, 10)),
      anEvent([networkId], querier.entity_id, time(31, 11)),
      anEvent([networkId], querier.entity_id, time(31, 12), { outcome: 'no_result' }),
      anEvent([networkId], querier.entity_id, time(20, 0)),
    ]);
    const lists = async () => {
      const found = [];
      for (const principal of [querier, member(networkId, 'governor')]) {
        for (const order of ['oldest_first', 'newest_first']) {
          const query = { network_id: networkId, limit: '2', order };
          found.push(
            await pagesOf(archives.service, reading(principal), '/v1/query-events', query),
          );
        }
        const from = time(40, 0).toISOString().slice(0, 10);
        const to = time(10, 0).toISOString().slice(0, 10);
        const window = { network_id: networkId, from, to };
        found.push(
          await pagesOf(
            archives.service,
            reading(principal),
            '/v1/query-events/daily-counts',
            window,
          ),
        );
      }
      return found;
    };
    const before = await lists();
    expect(before.map((pages) => pages.flatMap(({ data }) => data).length)).toEqual([
      7, 7, 6, 9, 9, 8,
    ]);

    const parts = await archives.archive(time(31, 11));

    expect(parts).toMatchObject([{ queries: 7, through: time(31, 10).toISOString() }]);
    expect(await lists()).toEqual(before);
    await archives.restore();
    expect(await lists()).toEqual(before);
  });

  test('leaves the audit entries as they were; a missing file is a fault of the log', async () => {
    const world = await aVerifiedBusiness(archives.service);
    const reference = await archives.ask(world, 40);
    const governor: Principal = {
      ...member(world.networkId, 'governor'),
      permissions: ['audit:read'],
    };
    const log = `/v1/networks/${world.networkId}/audit-logs/product-query`;
    const read = (path: string) => archives.answer(governor, 'GET', `${log}/${path}`);
    const entries = () => read(`entries?related_id=${world.principal.entity_id}`);
    const before = await entries();
    expect(before).toMatchObject({
      status: 200,
      body: {
        data: [
          {
            subject: reference,
            is_intact: true,
            data: expect.stringContaining('"outcome":"issued"'),
          },
        ],
      },
    });
    expect(
      await archives.service.sql('select data from audit_entry where subject = $1', [reference]),
    ).toEqual([{ data: null }]);

    const { file } = await archives.archiveOne();

    expect(await entries()).toEqual(before);
    expect(await read('verification')).toMatchObject({ body: { is_complete: true, fault: null } });
    await archives.place.remove(file);
    expect(await entries()).toMatchObject({
      status: 500,
      body: { error_code: 'OPERATION_FAILED' },
    });
    expect(await read('verification')).toMatchObject({
      status: 200,
      body: { is_complete: false, fault: { seq: 1, reason: expect.stringContaining('archived') } },
    });
  });

  test('archives query events that an earlier run passed', async () => {
    const entityId = newId();
    await storeEvents(archives.service, [anEvent([newId()], entityId, daysAgo(40))]);
    expect(await archives.archive()).toMatchObject([{ queries: 1 }]);
    expect(await archives.archive()).toEqual([]);
    const late = anEvent([newId()], entityId, daysAgo(50));
    await storeEvents(archives.service, [late, anEvent([newId()], entityId, daysAgo(35))]);
    expect(await archives.archive()).toMatchObject([
      { queries: 2, file: expect.stringContaining(late.query_event_id) },
    ]);
  });

  test('reads a bounded number of files for a page of the feed and of record uses; the next pages have the rest', async () => {
    const world = await aVerifiedBusiness(archives.service);
    const references: string[] = [];
    const ask = async (days: number) => {
      const reference = await queryCertificate(archives.service, world);
      await archives.makeOld(reference, days);
      references.push(reference);
    };
    for (let days = 80; days > 57; days -= 1) {
      await ask(days);
      await archives.archive(daysAgo(days - 0.5));
    }
    await ask(20);
    expect(await archives.verified()).toHaveLength(23);
    const list = (reader: Principal, path: string, change: object = {}) =>
      pagesOf(archives.service, reader, path, {
        network_id: world.networkId,
        ...change,
      });
    const found = (pages: Awaited<ReturnType<typeof list>>) =>
      pages.flatMap(({ data }) => (data as QueryEvent[]).map((event) => event.query_event_id));
    const governor = reading(member(world.networkId, 'governor'));
    const newest = await list(governor, '/v1/query-events', { order: 'newest_first' });
    expect(newest.map(({ data }) => data.length)).toEqual([21, 3]);
    expect(found(newest)).toEqual(references.toReversed());
    const furnisher = furnisherOf(world);
    const uses = await list(furnisher, '/v1/record-uses');
    expect(uses.map(({ data }) => data.length)).toEqual([20, 4]);
    expect(found(uses)).toEqual(references);
    const byFive = await list(furnisher, '/v1/record-uses', { limit: '5' });
    expect(byFive.map(({ data }) => data.length)).toEqual([5, 5, 5, 5, 4]);
    expect(found(byFive)).toEqual(references);
    const network = `network_id=${world.networkId}`;
    const counts = `/v1/record-uses/record-counts?${network}`;
    expect((await archives.service.call(furnisher, 'GET', counts)).body).toMatchObject({
      data: [{ used_count: 24 }],
      ...{ query_count: 24, is_complete: true },
    });
    const answers = `/v1/query-events/furnisher-counts?${network}`;
    expect((await archives.service.call(governor, 'GET', answers)).body).toMatchObject({
      data: [{ furnishing_entity_ids: [world.furnisherId], count: 24 }],
      is_complete: true,
    });
  });

  test('leaves a keyed query answered once, also when its database lost the answer and the file stayed', async () => {
    const world = await aVerifiedBusiness(archives.service);
    const key = newId();
    const body = { network_ids: [world.networkId], business_id: world.subjectId };
    const send = async () => {
      const response = await archives.service.send(world.principal, 'POST', KYB, body, {
        'idempotency-key': key,
      });
      return {
        status: response.status,
        text: await response.text(),
        reference: String(response.headers.get('x-ref-id')),
        isReplayed: response.headers.get('idempotency-replayed') === 'true',
      };
    };
    const first = await send();
    await archives.makeOld(first.reference, 40);
    const lost = await archives.archiveOne();
    expect(await send()).toEqual({ ...first, isReplayed: true });
    expect(await archives.stored()).toEqual([]);

    // A standby took over that had neither the answer nor its archive.
    for (const table of ['certificate', 'query_event', 'query_text_part', 'idempotency_key']) {
      await archives.service.sql(`delete from ${table}`);
    }
    expect(await send()).toMatchObject({
      status: 200,
      reference: first.reference,
      isReplayed: false,
    });
    await archives.makeOld(first.reference, 40);
    const kept = await archives.archiveOne();
    expect(await archives.place.files()).toEqual(expect.arrayContaining([lost.file, kept.file]));
    expect(kept.file).not.toBe(lost.file);
    expect(await archives.verified()).toMatchObject([{ file: kept.file, queries: 1 }]);
    expect(await archives.answersAbout(world, first.reference)).toMatchObject({
      feed: { status: 200, body: { data: [{ query_event_id: first.reference }] } },
      replay: { status: 200, body: { code: 'identical' } },
    });
  });
});
