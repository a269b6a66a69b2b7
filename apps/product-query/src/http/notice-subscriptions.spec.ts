import { describe, expect, test } from '@jest/globals';
import { newId, QueryingPolicySaved, RecordEnded, type Principal } from '@ndx/contracts';
import { member } from '@ndx/service/testing';
import { aSelection } from '../testing/builders.js';
import { aPolicyHistory } from '../testing/histories.js';
import { aSubscribedBusiness, askCertificate, noticesOf, subscribe } from '../testing/notices.js';
import { useQueryService } from '../testing/use-query-service.js';
import { aVerification, aWorld, theEndOf } from '../testing/world.js';

const service = useQueryService();

const ask = (world: Parameters<typeof askCertificate>[1]) => askCertificate(service, world);
const aBusiness = () => aSubscribedBusiness(service);
const noticesTo = (who: Principal, filter?: string) => noticesOf(service, who, filter);
const kindsOf = async (who: Principal) => (await noticesTo(who)).map(({ kind }) => kind);

describe('a subscription', () => {
  test('finds the answers that are different already', async () => {
    const world = aWorld();
    await service.identify(world, 'business', world.hash);
    const record = aVerification(world, { business_entity_type: 'llc' });
    await service.furnish(record);
    const query = await ask(world);
    await service.settle(RecordEnded, theEndOf(record));
    expect(await noticesTo(world.principal)).toEqual([]);
    await subscribe(service, world.principal);
    expect(await noticesTo(world.principal)).toMatchObject([{ query_event_id: query }]);
  });

  test('gets the kinds and the networks that it names', async () => {
    const { world, record } = await aBusiness();
    const other = member(world.networkId, 'querier');
    await subscribe(service, other, { kinds: ['withdrawn'] });
    const elsewhere = member(world.networkId, 'querier');
    await subscribe(service, elsewhere, { network_ids: [world.networkId] });
    for (const principal of [other, elsewhere]) await ask({ ...world, principal });
    await service.settle(RecordEnded, theEndOf(record));
    expect(await noticesTo(other)).toEqual([]);
    expect(await kindsOf(elsewhere)).toEqual(['no_longer_issuable']);
  });
});

describe('a subscription without a window', () => {
  const DAYS_AGO = `update query_text
    set payload = jsonb_set(payload::jsonb, '{occurred_at}', to_jsonb($2::text))::text
    where query_event_id = $1`;

  test.each([
    [40, 100, ['no_longer_issuable']],
    [102, 100, []],
    [394, null, ['no_longer_issuable']],
  ])(
    'gets of an answer of %i days ago, whose policy accepts verifications of %s days, %j',
    async (daysAgo, max_age_days, kinds) => {
      const at = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();
      const world = aWorld();
      await service.identify(world, 'business', world.hash);
      const record = aVerification(world, { business_entity_type: 'llc' }, at(1));
      await service.furnish(record);
      const model_name = 'business_identity_verification';
      const model_selections = [aSelection({ model_name, max_age_days })];
      const terms = { network_id: world.networkId, is_default: true, model_selections };
      await service.settle(QueryingPolicySaved, aPolicyHistory().saved(1, terms));
      const query = await ask(world);
      await service.sql(DAYS_AGO, [query, at(daysAgo)]);
      await subscribe(service, world.principal, { kinds: ['no_longer_issuable'] });
      await service.settle(RecordEnded, theEndOf(record));
      expect(await kindsOf(world.principal)).toEqual(kinds);
    },
  );
});

describe('the list of notices', () => {
  test('is filtered, and continues after a page', async () => {
    const { world, record } = await aBusiness();
    const queries = [await ask(world), await ask(world)];
    await service.settle(RecordEnded, theEndOf(record));
    const all = await noticesTo(world.principal);
    expect(all.map((one) => one.query_event_id).sort()).toEqual([...queries].sort());
    expect(await noticesTo(world.principal, `?query_event_id=${String(queries[0])}`)).toHaveLength(
      1,
    );
    expect(await noticesTo(world.principal, `?subject_id=${world.subjectId}`)).toHaveLength(2);
    expect(await noticesTo(world.principal, '?kind=withdrawn')).toEqual([]);
    expect(await noticesTo(world.principal, '?since=2999-01-01T00:00:00Z')).toEqual([]);
    const page = await service.call(world.principal, 'GET', '/v1/notices?limit=1');
    const cursor = String(page.body['next_cursor']);
    expect(await noticesTo(world.principal, `?cursor=${cursor}`)).toEqual(all.slice(1));
  });

  test('does not reveal the notices of another institution', async () => {
    const { world, record } = await aBusiness();
    await ask(world);
    await service.settle(RecordEnded, theEndOf(record));
    const [notice] = await noticesTo(world.principal);
    const other = member(world.networkId, 'querier');
    expect(await noticesTo(other)).toEqual([]);
    const foreign = await service.call(other, 'GET', `/v1/notices/${String(notice?.notice_id)}`);
    const unknown = await service.call(other, 'GET', `/v1/notices/${newId()}`);
    expect([foreign.status, unknown.status]).toEqual([404, 404]);
  });
});
