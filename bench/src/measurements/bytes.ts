import type { LocalNetwork } from '@ndx/tools/network/local-network';
import type pg from 'pg';
import { archiveTexts } from '../archive-texts.js';
import { untilPublished } from '../fill/outbox.js';
import { furnishBusinesses } from '../furnish-load.js';
import { inDatabase } from '../in-database.js';
import type { BenchContext, Figure, Measurement } from '../measurement.js';
import { QueryClient } from '../query-client.js';
import { startNetwork } from '../start-network.js';

const QUERIES = 20_000;
/** More than the queries of one part of the archive. */
const BUSINESSES = 2_000;
const CLIENTS = 16;
const GOAL_BYTES = 2_500;

/** Partitions count as their table. A row of the outbox is deleted once its event is published. */
const SIZES = `
select ${rootOf('stored.oid')} as table,
  case when part.oid = stored.oid then 'rows' else ${rootOf('part.oid')} end as part,
  sum(pg_table_size(part.oid)) as bytes
from pg_class as stored
cross join lateral (
  select stored.oid union all select indexrelid from pg_index where indrelid = stored.oid
) as part
where stored.relkind = 'r' and stored.relnamespace = 'public'::regnamespace
  and stored.relname not in ('outbox', 'query_text_part')
group by 1, 2 order by 1, 2`;

interface Size {
  readonly table: string;
  /** `rows`, with its TOAST table, or an index. */
  readonly part: string;
  readonly bytes: string;
}

export const bytes: Measurement = {
  name: 'bytes',
  about: 'the bytes that a KYB query stores for good in the database of product-query',
  run,
};

async function run(context: BenchContext): Promise<Figure[]> {
  const network = await startNetwork(context);
  try {
    const businessIds = await furnishBusinesses(network, BUSINESSES);
    const client = new QueryClient(network, businessIds, CLIENTS);
    await client.untilQueryable();
    const queries = context.isQuick ? 200 : QUERIES;
    // The first pages of each table and index are there.
    await client.run(queries / 10);
    const before = await sizesOf(network);
    await client.run(queries);
    const after = await sizesOf(network);
    await client.close();
    return figuresOf(before, after, queries, await compressedTexts(network));
  } finally {
    await network.stop();
  }
}

/** The sizes once all events are published, without rows that were deleted. */
function sizesOf(network: LocalNetwork): Promise<readonly Size[]> {
  return inDatabase(network, 'product-query', async (database: pg.Client) => {
    await untilPublished(database);
    await database.query('vacuum');
    return (await database.query<Size>(SIZES)).rows;
  });
}

/** Bytes of the texts of a query that `archive` has compressed within the database. */
async function compressedTexts(network: LocalNetwork): Promise<number> {
  return inDatabase(network, 'product-query', async (database: pg.Client) => {
    for (const table of ['query_event', 'query_text'])
      await database.query(`update ${table} set occurred_at = occurred_at - interval '9 days'`);
    await archiveTexts(network);
    const { rows } = await database.query<{ bytes: number }>(
      `select pg_total_relation_size('query_text_part')::float8 / sum(queries)::float8 as bytes
       from query_text_part`,
    );
    return rows[0]?.bytes ?? NaN;
  });
}

function figuresOf(
  before: readonly Size[],
  after: readonly Size[],
  queries: number,
  compressed: number,
): Figure[] {
  const known = new Map(before.map(({ table, part, bytes }) => [`${table}.${part}`, bytes]));
  const grown = after
    .map(({ table, part, bytes }) => ({
      name: `${table}: ${part}`,
      value: (Number(bytes) - Number(known.get(`${table}.${part}`) ?? 0)) / queries,
      unit: 'B',
    }))
    .filter(({ value }) => value > 0);
  const sumOf = (figures: readonly Figure[]) =>
    figures.reduce((total, { value }) => total + value, 0);
  const others = grown.filter(({ name }) => !name.startsWith('query_text:'));
  return [
    ...grown,
    { name: 'bytes of a query in its first days', value: sumOf(grown), unit: 'B' },
    { name: 'query_text_part: compressed texts', value: compressed, unit: 'B' },
    {
      name: 'bytes for good of a query',
      value: sumOf(others) + compressed,
      unit: 'B',
      goal: { atMost: GOAL_BYTES },
    },
  ];
}

/** SQL: the name of a table or an index, of the whole one for a partition. */
function rootOf(oid: string): string {
  return `coalesce(pg_partition_root(${oid}), ${oid})::regclass::text`;
}
