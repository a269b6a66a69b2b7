import { randomUUID } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import type { Principal } from '@ndx/contracts';
import { member } from '@ndx/service/testing';
import { useFurnishingService } from '../testing/furnishing-service.js';
import { kybFurnisher } from '../testing/kyb-furnisher.js';
import { aRecord } from '../testing/kyb-records.js';

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
  return { network, principal, other, first, second, foreign, list, listed };
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
