import { member } from '@ndx/service/testing';
import { describe, expect, test } from '@jest/globals';
import { anOwner, ASSETS } from '../testing/template-worlds.js';
import { useQueryService } from '../testing/use-query-service.js';

const service = useQueryService();

/** A query of a template, whose stored parts a test can alter. */
async function aQuery() {
  const owner = await anOwner(service);
  const reference = String((await owner.query(ASSETS)).reference);
  const change = async (column: 'decision' | 'outcome', from: string, to: string) => {
    const table = column === 'outcome' ? 'query_event' : 'query_text';
    const altered = await service.sql(
      `update ${table} set ${column} = replace(${column}, $2, $3)
       where query_event_id = $1 and position($2 in ${column}) > 0 returning 1`,
      [reference, from, to],
    );
    expect(altered).toHaveLength(1);
  };
  const { networkId } = owner.world;
  const path = `/v1/query-events/${reference}/replay`;
  const replay = async () =>
    (await service.call(member(networkId, 'governor'), 'POST', path, {})).body;
  return { reference, change, replay };
}

const differsIn = (path: string, values: object = { stored: null, replayed: null }) => ({
  code: 'different',
  difference: { path, ...values },
});

describe('the replay of a template query', () => {
  test('is identical to the query', async () => {
    const { replay } = await aQuery();
    expect(await replay()).toMatchObject({ code: 'identical', difference: null });
  });

  test('finds a changed verdict, and names no record', async () => {
    const { change, replay } = await aQuery();
    await change('decision', '"chosen"', '"not_enabled"');
    expect(await replay()).toMatchObject(differsIn(`decision.${ASSETS.slug}`));
  });

  test('finds another answer by its hash', async () => {
    const { change, replay } = await aQuery();
    await change('decision', '"answer":"', '"answer":"other');
    expect(await replay()).toMatchObject(differsIn('answer'));
  });

  test('finds an output that had a value', async () => {
    const { change, replay } = await aQuery();
    await change('decision', '"absent":[', '"absent":["asset_type",');
    expect(await replay()).toMatchObject({
      code: 'different',
      difference: { path: expect.stringMatching(/^absent\./) },
    });
  });

  test('finds another outcome', async () => {
    const { change, replay } = await aQuery();
    await change('outcome', 'issued', 'no_result');
    const outcomes = { stored: 'no_result', replayed: 'issued' };
    expect(await replay()).toMatchObject(differsIn('outcome', outcomes));
  });

  test('finds that a record is not stored any more', async () => {
    const { reference, replay } = await aQuery();
    const [row] = await service.sql<{ decision: string }>(
      'select decision from query_text where query_event_id = $1',
      [reference],
    );
    const { ids } = JSON.parse(row?.decision ?? '{}') as { readonly ids: readonly string[] };
    for (const id of ids) service.furnishing.lose(id);
    expect(await replay()).toMatchObject({ code: 'record_missing' });
  });
});
