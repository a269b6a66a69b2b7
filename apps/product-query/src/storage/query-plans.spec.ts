import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { newId } from '@ndx/contracts';
import { useQueryService } from '../testing/use-query-service.js';
import { COUNT_VALUES } from './furnished-value-counts.js';
import { KYB_READ } from './kyb-reader.js';
import { MARK } from './notice-causes.js';
import { QueryPool } from './query-pool.js';
import { TEMPLATE_READ } from './template-reader.js';

const service = useQueryService();

let queries: Awaited<ReturnType<typeof service.assemble>>;
beforeAll(async () => {
  queries = await service.assemble();
});
afterAll(() => queries.close());

/** The plan of a read in the connections of queries, a line each. */
async function planOf(name: string, read: string): Promise<string[]> {
  const text = `explain (generic_plan, costs off) ${read}`;
  // The plan does not depend on them.
  const values = Array.from(new Set(read.match(/\$\d+/g)), () => null);
  const rows = await queries.app
    .get(QueryPool)
    .rows<Readonly<Record<string, string>>>(name, text, values);
  return rows.flatMap((row) => Object.values(row));
}

test.each([
  ['certificate', KYB_READ],
  ['template', TEMPLATE_READ],
])('the read of a %s finds statements by subject, planned for empty tables', async (name, read) => {
  const lines = await planOf(name, read);
  const conditions = lines.flatMap((line, index) =>
    / on statement\b/.test(line) ? [lines[index + 1]] : [],
  );
  expect(conditions).not.toEqual([]);
  for (const condition of conditions) expect(condition).toMatch(/Index Cond: .*subject_id = /);
});

test('many changed keys find answers by their index', async () => {
  await service.sql(`
    insert into followed_answer (query_event_id, entity_id, occurred_at, network_ids, product_id, keys)
    select gen_random_uuid(), gen_random_uuid(), now(), '{}', gen_random_uuid(),
      array(select md5(answer || '-' || key) from generate_series(1, 10) key)
    from generate_series(1, 20000) answer`);
  await service.sql('analyze followed_answer');
  const keys = await service.sql<{ key: string }>(
    'select keys[1] as key from followed_answer limit 200',
  );
  const plan = await service.sql<Readonly<Record<string, string>>>(`explain (costs off) ${MARK}`, [
    keys.map(({ key }) => key),
    null,
    null,
    null,
  ]);
  const lines = plan.flatMap((row) => Object.values(row));
  expect(lines.filter((line) => / on followed_answer/.test(line))).toEqual([
    expect.stringContaining('Bitmap Heap Scan on followed_answer'),
    expect.stringContaining('Bitmap Index Scan on followed_answer_by_key'),
  ]);
});

test('the newest sections of a network are found by their index', async () => {
  await service.sql(`
    insert into statement (subject_id, dataset, model, furnishing_entity_id, network_id, record_id,
      performed_at, furnished_at, content)
    select gen_random_uuid(), 'kyb_certificate', 'section', gen_random_uuid(), md5((n % 2)::text)::uuid,
      gen_random_uuid(), now(), now() - n * interval '1 second', '"assertions":{},"data":{}'
    from generate_series(1, 40000) n`);
  await service.sql('analyze statement');
  const [row] = await service.sql<{ network: string }>(
    'select network_id as network from statement limit 1',
  );
  const plan = await service.sql<Readonly<Record<string, string>>>(
    `explain (costs off) ${COUNT_VALUES}`,
    [row?.network, ['section'], ['field'], ['value'], newId(), ['kyb_certificate'], ['section']],
  );
  const lines = plan.flatMap((each) => Object.values(each));
  expect(lines.filter((line) => / on statement\b/.test(line))).toEqual([
    expect.stringContaining('Index Scan Backward using statement_by_network on statement s'),
  ]);
});
