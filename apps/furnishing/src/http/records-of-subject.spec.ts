import { randomUUID } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import type { Principal } from '@ndx/contracts';
import { member } from '@ndx/service/testing';
import { useFurnishingService } from '../testing/furnishing-service.js';
import { kybFurnisher } from '../testing/kyb-furnisher.js';
import { aRecord } from '../testing/kyb-records.js';

const IDS_RULE = 'record_ids: must be 1 to 100 UUIDs, separated by commas';

const service = useFurnishingService();

interface Result {
  readonly record_id: string;
  readonly business_id: string;
}

/** Two furnishers of a network, each with records about one business. */
async function furnishersOfSubject() {
  const { network, principal, furnish } = kybFurnisher(service);
  const other = member(network, 'furnisher');
  const recordOf = async (who: Principal) =>
    (await furnish([aRecord()], {}, who)).body['results'] as [Result];
  const [[first], [second], [foreign]] = [
    await recordOf(principal),
    await recordOf(principal),
    await recordOf(other),
  ];
  const list = (who: Principal, more = '') =>
    service.call(
      who,
      'GET',
      `/v1/records?network_id=${network}&subject_id=${first.business_id}${more}`,
    );
  const listed = async (who: Principal) =>
    ((await list(who)).body['data'] as Result[]).map(({ record_id }) => record_id);
  return { network, principal, other, furnish, first, second, foreign, list, listed };
}

describe('the records about a subject', () => {
  test('are those of the furnisher, newest first, and all for a governor', async () => {
    const { network, principal, other, first, second, foreign, listed } =
      await furnishersOfSubject();
    const own = [second.record_id, first.record_id];
    expect(await listed(principal)).toEqual(own);
    expect(await listed(other)).toEqual([foreign.record_id]);
    expect(await listed(member(network, 'governor'))).toEqual([foreign.record_id, ...own]);
    expect(await listed(member(network, 'querier'))).toEqual([]);
  });

  test('are counted as they are listed', async () => {
    const { network, principal, other, first } = await furnishersOfSubject();
    const path = `/v1/records/count?network_id=${network}&subject_id=${first.business_id}`;
    const count = async (who: Principal) => (await service.call(who, 'GET', path)).body;
    expect(await count(principal)).toEqual({ count: 2, is_complete: true });
    expect(await count(other)).toEqual({ count: 1, is_complete: true });
    expect(await count(member(network, 'governor'))).toEqual({ count: 3, is_complete: true });
    expect(await count(member(network, 'querier'))).toEqual({ count: 0, is_complete: true });
    expect(await count(member(randomUUID(), 'governor'))).toMatchObject({
      reason: 'not_a_member',
    });
  });

  test('have the state that each of them has', async () => {
    const { principal, first, second, list } = await furnishersOfSubject();
    const path = `/v1/records/${first.record_id}`;
    await service.call(principal, 'POST', `${path}/withdraw`, { reason: 'outdated' });
    const { body: withdrawn } = await service.call(principal, 'GET', path);
    expect((await list(principal)).body['data']).toEqual([
      expect.objectContaining({ record_id: second.record_id, state: 'furnished' }),
      withdrawn,
    ]);
  });

  test('are paged to the oldest, after which a page is empty', async () => {
    const { principal, first, second, list } = await furnishersOfSubject();
    let more = '&limit=1';
    for (const expected of [[second], [first], [], []]) {
      const { body } = await list(principal, more);
      expect(body['data']).toMatchObject(expected.map(({ record_id }) => ({ record_id })));
      more = `&limit=1&cursor=${String(body['next_cursor'])}`;
    }
    const empty = await list(member(randomUUID(), 'furnisher'));
    expect(empty).toMatchObject({ status: 403, body: { reason: 'not_a_member' } });
  });

  test('of a subject without records are an empty page with a cursor that continues it', async () => {
    const { network, principal } = kybFurnisher(service);
    const path = `/v1/records?network_id=${network}&subject_id=${randomUUID()}`;
    const first = await service.call(principal, 'GET', path);
    expect(first).toMatchObject({ status: 200, body: { data: [] } });
    const next = `${path}&cursor=${String(first.body['next_cursor'])}`;
    expect(await service.call(principal, 'GET', next)).toEqual(first);
  });
});

describe('records', () => {
  /** The records that are listed, as many as are counted. */
  async function found(who: Principal, filter: string): Promise<string[]> {
    const page = await service.call<{ data: Result[] }>(who, 'GET', `/v1/records?${filter}`);
    const counted = await service.call(who, 'GET', `/v1/records/count?${filter}`);
    expect(counted.body).toEqual({ count: page.body.data.length, is_complete: true });
    return page.body.data.map(({ record_id }) => record_id);
  }

  test('are, without a subject, those of the institution in the network', async () => {
    const { network, principal, other, first, second, foreign } = await furnishersOfSubject();
    const of = `network_id=${network}`;
    expect(await found(principal, of)).toEqual([second.record_id, first.record_id]);
    expect(await found(other, of)).toEqual([foreign.record_id]);
    expect(await found(member(network, 'governor'), of)).toEqual([]);
  });

  test.each(['', '&subject_id='])('are found by their state (%j)', async (about) => {
    const { network, principal, other, furnish } = await furnishersOfSubject();
    const results = async (records: readonly object[]) =>
      (await furnish(records)).body['results'] as Result[];
    const one = aRecord();
    const [kept, outdated, wrong] = await results([one, one, one]);
    const [successor] = await results([{ ...one, corrects_record_id: wrong?.record_id }]);
    const end = `/v1/records/${String(outdated?.record_id)}/withdraw`;
    await service.call(principal, 'POST', end, { reason: 'outdated' });
    const of = `network_id=${network}${about}${about && String(kept?.business_id)}`;
    expect(await found(principal, `${of}&state=withdrawn`)).toEqual([outdated?.record_id]);
    expect(await found(principal, `${of}&state=corrected`)).toEqual([wrong?.record_id]);
    const furnished = await found(principal, `${of}&state=furnished`);
    expect(furnished.slice(0, 2)).toEqual([successor?.record_id, kept?.record_id]);
    expect(await found(other, `${of}&state=withdrawn`)).toEqual([]);
  });

  test('with a state are paged in both orders', async () => {
    const { network, principal, furnish } = await furnishersOfSubject();
    const { body } = await furnish([aRecord(), aRecord(), aRecord()]);
    const ids = (body['results'] as Result[]).map(({ record_id }) => record_id);
    for (const id of ids) {
      await service.call(principal, 'POST', `/v1/records/${id}/withdraw`, { reason: 'outdated' });
    }
    for (const [order, expected] of [
      ['oldest_first', ids],
      ['newest_first', ids.toReversed()],
    ] as const) {
      const listed: string[] = [];
      for (let cursor = ''; ;) {
        const path = `/v1/records?network_id=${network}&state=withdrawn&order=${order}&limit=2`;
        const page = await service.call<{ data: Result[]; next_cursor: string }>(
          ...([principal, 'GET', path + cursor] as const),
        );
        if (page.body.data.length === 0) break;
        listed.push(...page.body.data.map(({ record_id }) => record_id));
        cursor = `&cursor=${page.body.next_cursor}`;
      }
      expect(listed).toEqual(expected);
    }
  });

  test('are found by the time of furnishing', async () => {
    const { network, principal, first, second } = await furnishersOfSubject();
    const { body } = await service.call(principal, 'GET', `/v1/records/${second.record_id}`);
    const from = String(body['furnished_at']);
    const to = new Date(Date.parse(from) + 1).toISOString();
    const of = `network_id=${network}`;
    const times = `from=${from}&to=${to}`;
    expect(await found(principal, `${of}&${times}`)).toContain(second.record_id);
    expect(await found(principal, `${of}&from=${to}`)).toEqual([]);
    expect(await found(principal, `${of}&to=${from}`)).not.toContain(second.record_id);
    const ofFirst = `${of}&subject_id=${first.business_id}&to=${to}`;
    expect(await found(principal, ofFirst)).toEqual([second.record_id, first.record_id]);
  });

  test('are found by their ids, by their furnisher and a governor', async () => {
    const { network, principal, other, first, foreign } = await furnishersOfSubject();
    const ids = [first.record_id, foreign.record_id.toUpperCase(), randomUUID()].join(',');
    const of = `network_id=${network}&record_ids=${ids}`;
    expect(await found(principal, of)).toEqual([first.record_id]);
    expect(await found(other, of)).toEqual([foreign.record_id]);
    const both = [foreign.record_id, first.record_id];
    expect(await found(member(network, 'governor'), of)).toEqual(both);
    expect(await found(member(network, 'querier'), of)).toEqual([]);
  });

  test.each([
    ['no id', 'record_ids=', IDS_RULE],
    ['another text than ids', 'record_ids=mine', IDS_RULE],
    ['more than 100 ids', `record_ids=${Array(101).fill(randomUUID()).join(',')}`, IDS_RULE],
    ['an unknown state', 'state=disputed', 'state: must be one of'],
    ['a text that is no time', 'from=yesterday', 'from: must be an ISO 8601 date-time'],
  ])('are not listed or counted with %s', async (_which, filter, detail) => {
    const { network, principal } = kybFurnisher(service);
    for (const path of ['records', 'records/count']) {
      const url = `/v1/${path}?network_id=${network}&${filter}`;
      expect(await service.call(principal, 'GET', url)).toMatchObject({
        status: 422,
        body: { detail: expect.stringContaining(detail) },
      });
    }
  });
});
