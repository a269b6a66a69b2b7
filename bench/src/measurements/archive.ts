import type { LocalNetwork } from '@ndx/tools/network/local-network';
import { archiveTexts } from '../archive-texts.js';
import { besides } from '../beside.js';
import { fillQueryTexts } from '../fill/query-texts.js';
import { furnishBusinesses } from '../furnish-load.js';
import { inDatabase } from '../in-database.js';
import type { BenchContext, Figure, Measurement } from '../measurement.js';
import { percentile } from '../percentile.js';
import { processorTimeOfTree } from '../processor-time.js';
import { QueryClient } from '../query-client.js';
import { startNetwork } from '../start-network.js';

interface Sizes {
  readonly businesses: number;
  readonly queries: number;
  readonly days: number;
}

const FULL: Sizes = { businesses: 200, queries: 10_000_000, days: 10 };
const QUICK: Sizes = { businesses: 5, queries: 4_000, days: 2 };

/** Time of queries alone, in number of queries. */
const ALONE = 2_000;

export const archive: Measurement = {
  name: 'archive',
  about:
    'the command archive on the texts of 10,000,000 queries in 10 days, compressed within the database, and KYB queries of one client, alone and beside it',
  run,
};

async function run(context: BenchContext): Promise<Figure[]> {
  const { businesses, queries, days } = context.isQuick ? QUICK : FULL;
  const network = await startNetwork(context);
  try {
    const client = new QueryClient(network, await furnishBusinesses(network, businesses), 1);
    await client.untilQueryable();
    const filledAt = performance.now();
    await fillQueryTexts(network, queries, days);
    context.say(`filled in ${((performance.now() - filledAt) / 1_000).toFixed(0)} s`);
    const before = await bytesOf(network);
    const alone = await client.run(context.isQuick ? 100 : ALONE);
    const cpuBefore = processorTimeOfTree(network.databases.postgres.pid);
    const startedAt = performance.now();
    const beside = await besides(client, archiveTexts(network));
    const seconds = (performance.now() - startedAt) / 1_000;
    const cpu = processorTimeOfTree(network.databases.postgres.pid) - cpuBefore;
    const after = await bytesOf(network);
    await client.close();
    const [rateAlone, rateBeside] = [alone, beside].map(perSecond);
    return [
      { name: 'queries archived', unit: '/s', value: queries / seconds },
      { name: 'bytes of the texts of a query before', unit: 'B', value: before / queries },
      { name: 'bytes of the texts of a query after', unit: 'B', value: after / queries },
      {
        name: 'processor time of Postgres per archived query, with the queries beside it',
        unit: 'us',
        value: (cpu * 1_000) / queries,
      },
      { name: 'p50 alone', unit: 'ms', value: percentile(alone, 0.5) },
      { name: 'p50 beside it', unit: 'ms', value: percentile(beside, 0.5) },
      {
        name: 'rate beside it over rate alone',
        unit: '',
        value: (rateBeside ?? 0) / (rateAlone ?? 1),
        goal: { atLeast: 0.9 },
      },
    ];
  } finally {
    await network.stop();
  }
}

function perSecond(latencies: readonly number[]): number {
  return (latencies.length * 1_000) / latencies.reduce((sum, ms) => sum + ms, 0);
}

function bytesOf(network: LocalNetwork): Promise<number> {
  return inDatabase(network, 'product-query', async (client) => {
    const { rows } = await client.query<{ bytes: number }>(
      `select sum(pg_total_relation_size(oid))::float8 as bytes from pg_class
       where relname ~ '^query_text' and relkind = 'r'`,
    );
    return rows[0]?.bytes ?? 0;
  });
}
