import { newId, QueryingPolicySaved, type Principal } from '@ndx/contracts';
import { member, memberOfEach } from '@ndx/service/testing';
import { expect, test } from '@jest/globals';
import { aDemand, aVerifiedBusiness, queryCertificate } from '../testing/explained-business.js';
import { pagesOf, reading } from '../testing/query-events.js';
import { ConsumerWorld, LIABILITIES } from '../testing/template-worlds.js';
import { useQueryService } from '../testing/use-query-service.js';

const service = useQueryService();

const DAY_MS = 86_400_000;
const dayAfter = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);

interface Reasoned {
  readonly query_event_id: string;
  readonly reason: string | null;
}

/** What a reader learns about why the queries of a network have no result. */
async function learned(reader: Principal, networkId: string) {
  const list = async (path: string, query: Readonly<Record<string, string>>) => {
    const pages = await pagesOf(service, reading(reader), path, {
      network_id: networkId,
      ...query,
    });
    return pages.flatMap(({ data }) => data as Reasoned[]);
  };
  const get = async (path: string) => {
    const response = await service.send(reading(reader), 'GET', path);
    return (await response.json()) as Reasoned & { readonly code: string };
  };
  const events = await list('/v1/query-events', {});
  const path = (id: string) => `/v1/query-events/${id}`;
  const ids = events.map(({ query_event_id: id }) => id);
  const codes = ids.map(async (id) => (await get(`${path(id)}/explanation`)).code);
  const window = { from: dayAfter(-1), to: dayAfter(2) };
  const counts = await list('/v1/query-events/daily-counts', window);
  const found = async (reason: string) =>
    (await list('/v1/query-events', { reason })).map(({ query_event_id: id }) => id);
  return {
    explained: await Promise.all(codes),
    listed: events.map(({ reason }) => reason),
    read: await Promise.all(ids.map(async (id) => (await get(path(id))).reason)),
    counted: counts.map(({ reason }) => reason),
    found: [await found('required_section_missing'), await found('no_eligible_record')],
  };
}

test('the reason of a query is the code of its explanation, for the readers whose explanation has it', async () => {
  const world = await aVerifiedBusiness(service);
  const { networkId } = world;
  const other = newId();
  const { memberships } = memberOfEach('querier', networkId, other);
  const querier = { ...world.principal, memberships };
  const asked = { ...world, principal: querier };
  await service.deliver(
    QueryingPolicySaved,
    aDemand(world, { is_required: true, max_age_days: 1 }),
  );
  const reference = await queryCertificate(service, asked, { network_ids: [networkId, other] });
  const code = 'required_section_missing';
  const known = {
    explained: [code],
    listed: [code],
    read: [code],
    counted: [code],
    found: [[reference], []],
  };
  const unknown = {
    explained: ['not_shown'],
    listed: [null],
    read: [null],
    counted: [null],
    found: [[], []],
  };
  const governor = member(networkId, 'governor');
  const elsewhere = member(other, 'querier');
  const isMemberOfBoth = [...governor.memberships, ...elsewhere.memberships];
  expect(await learned(querier, networkId)).toEqual(known);
  expect(await learned(memberOfEach('governor', networkId, other), networkId)).toEqual(known);
  expect(await learned(governor, networkId)).toEqual(unknown);
  expect(await learned({ ...governor, memberships: isMemberOfBoth }, networkId)).toEqual(unknown);
  expect(await learned(member(networkId, 'querier'), networkId)).toMatchObject({ listed: [] });
});

test('a query with a result has no reason, a template query has the reason of its explanation', async () => {
  const { principal, networkId } = await aVerifiedBusiness(service).then(async (world) => {
    await queryCertificate(service, world);
    return world;
  });
  expect(await learned(principal, networkId)).toMatchObject({
    explained: ['issued'],
    listed: [null],
    counted: [null],
    found: [[], []],
  });
  const consumer = new ConsumerWorld(service);
  await consumer.identify();
  await consumer.consent();
  await consumer.query(LIABILITIES);
  const { explained, listed } = await learned(consumer.world.principal, consumer.world.networkId);
  expect(explained).toEqual(['required_field_missing']);
  expect(listed).toEqual(explained);
});
