import { listSigningKeys } from '@ndx/api';
import { newId, type Principal } from '@ndx/contracts';
import { openRelianceFile, verifiedPages, type SignedPage } from '@ndx/proof';
import { member, memberOfEach } from '@ndx/service/testing';
import { describe, expect, test } from '@jest/globals';
import {
  aVerifiedBusiness,
  forgetDecision,
  queryCertificate,
} from '../testing/explained-business.js';
import { anEvent, reading, storeEvents } from '../testing/query-events.js';
import { useQueryService } from '../testing/use-query-service.js';

const service = useQueryService();

const MARCH = { from: '2026-03-01T00:00:00Z', to: '2026-04-01T00:00:00Z' };

type Query = Readonly<Record<string, string>>;

const request = (reader: Principal, query: Query) =>
  service.send(
    reading(reader),
    'GET',
    `/v1/query-events/signed-index?${new URLSearchParams(query).toString()}`,
  );

const requestOfUses = (furnisher: Principal, query: Query) =>
  service.send(
    { ...furnisher, permissions: ['data:furnish'] },
    'GET',
    `/v1/record-uses/signed-index?${new URLSearchParams(query).toString()}`,
  );

/** The verified pages of a period. */
async function indexOf(reader: Principal, query: Query, ask = request) {
  async function* lines() {
    for (let cursor: string | null | undefined; cursor !== null;) {
      const response = await ask(reader, { ...query, ...(cursor && { cursor }) });
      expect(response.status).toBe(200);
      const page = (await response.json()) as SignedPage;
      yield JSON.stringify(page);
      cursor = page.next_cursor;
    }
  }
  const { method, path } = listSigningKeys;
  const { body: keys } = await service.call<object>('gateway', method, path);
  const pages: SignedPage[] = [];
  for await (const page of verifiedPages(lines(), Buffer.from(JSON.stringify(keys)))) {
    pages.push(page);
  }
  return pages;
}

const idsOf = (pages: readonly SignedPage[]) =>
  pages.flatMap(({ events }) => events.map((each) => each.query_event_id));

/** Moves a query to a day of March. */
const moveToMarch = (reference: string) =>
  service.sql(
    `with texts as (
       update query_text set occurred_at = '2026-03-05T00:00:00Z' where query_event_id = $1
     )
     update query_event set occurred_at = '2026-03-05T00:00:00Z' where query_event_id = $1`,
    [reference],
  );

describe('the signed index of a period', () => {
  test('has every event of the institution in the period, in pages that follow each other', async () => {
    const networkId = newId();
    const querier = member(networkId, 'querier');
    const at = (time: string, entity = querier.entity_id) =>
      anEvent([networkId], entity, new Date(time));
    const own = [
      at('2026-03-01T00:00:00.000Z'),
      at('2026-03-15T00:00:00Z'),
      at('2026-03-31T23:59:59.999Z'),
    ];
    const outside = [at('2026-02-28T23:59:59.999Z'), at('2026-04-01T00:00:00Z')];
    const others = at('2026-03-10T00:00:00Z', newId());
    await storeEvents(service, [...own, ...outside, others]);
    const pages = await indexOf(querier, { network_id: networkId, ...MARCH, limit: '2' });
    expect(pages.map(({ events }) => events.length)).toEqual([2, 1, 0]);
    expect(idsOf(pages)).toEqual(own.map(({ query_event_id: id }) => id));
    const governor = member(networkId, 'governor');
    const all = await indexOf(governor, { network_id: networkId, ...MARCH });
    expect([all[0]?.reader.kind, idsOf(all).length]).toEqual(['governor', 4]);
  });

  test('commits to each event and decision as the file of the event does', async () => {
    const world = await aVerifiedBusiness(service);
    const reference = await queryCertificate(service, world);
    const forgotten = await queryCertificate(service, world);
    await moveToMarch(reference);
    await moveToMarch(forgotten);
    await forgetDecision(service, forgotten);
    const query = { network_id: world.networkId, ...MARCH };
    const [page] = await indexOf(world.principal, query);
    const path = `/v1/query-events/${reference}/reliance-file`;
    const file = await service.send(reading(world.principal), 'GET', path);
    const { manifest } = openRelianceFile(Buffer.from(await file.arrayBuffer()));
    const [, decision, event] = manifest.commitments;
    const of = (id: string) => page?.events.find((each) => each.query_event_id === id);
    expect(of(reference)).toMatchObject({
      event_sha256: event?.sha256,
      decision_sha256: decision?.sha256,
    });
    expect(of(forgotten)).toMatchObject({ decision_sha256: null });
  });

  test('has for a furnisher the events that considered its records, as their files', async () => {
    const world = await aVerifiedBusiness(service);
    const furnisher = { ...member(world.networkId, 'furnisher'), entity_id: world.furnisherId };
    const reference = await queryCertificate(service, world);
    const later = await queryCertificate(service, world);
    await moveToMarch(reference);
    const unused = anEvent([world.networkId], newId(), new Date('2026-03-15T00:00:00Z'));
    await storeEvents(service, [unused]);
    const query = { network_id: world.networkId, ...MARCH };
    const pages = await indexOf(furnisher, query, requestOfUses);
    expect([pages[0]?.reader.kind, idsOf(pages)]).toEqual(['furnisher', [reference]]);
    expect(idsOf(pages)).not.toContain(later);
    const path = `/v1/record-uses/${reference}/reliance-file`;
    const file = await service.send({ ...furnisher, permissions: ['data:furnish'] }, 'GET', path);
    const { manifest } = openRelianceFile(Buffer.from(await file.arrayBuffer()));
    const [, decision, event] = manifest.commitments;
    expect(pages[0]?.events[0]).toMatchObject({
      event_sha256: event?.sha256,
      decision_sha256: decision?.sha256,
    });
    const other = member(world.networkId, 'furnisher');
    expect(idsOf(await indexOf(other, query, requestOfUses))).toEqual([]);
    const querier = member(world.networkId, 'querier');
    expect((await requestOfUses(querier, query)).status).toBe(403);
  });

  test('is refused for a period that is empty or not over', async () => {
    const networkId = newId();
    const querier = member(networkId, 'querier');
    const inAnHour = new Date(Date.now() + 3_600_000).toISOString();
    const justNow = new Date(Date.now() - 5_000).toISOString();
    for (const to of [MARCH.from, '2026-02-01T00:00:00Z', inAnHour, justNow]) {
      const response = await request(querier, { network_id: networkId, from: MARCH.from, to });
      expect(response.status).toBe(400);
      expect(await response.json()).toMatchObject({ reason: 'invalid_window' });
    }
  });

  test('is denied to an institution outside of the network', async () => {
    const response = await request(memberOfEach('querier', newId()), {
      network_id: newId(),
      ...MARCH,
    });
    expect(response.status).toBe(403);
  });
});
