import type { LocalNetwork } from '@ndx/tools/network/local-network';
import { archiveTexts } from '../archive-texts.js';
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

/** Queries of a client while the command works, and then while it is stopped. */
const TURN = 1_000;
const QUICK_TURN = 50;

export const archive: Measurement = {
  name: 'archive',
  about:
    'the command archive on the texts of 10,000,000 queries in 10 days, compressed within the database, and KYB queries of one client, in turns beside it and while it is stopped',
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
    const cpuBefore = processorTimeOfTree(network.databases.postgres.pid);
    const archiving = archiveTexts(network);
    const { beside, alone, seconds } = await alternate(client, archiving, context);
    const cpu = processorTimeOfTree(network.databases.postgres.pid) - cpuBefore;
    const after = await bytesOf(network);
    await client.close();
    const [rateAlone, rateBeside] = [alone, beside].map(perSecond);
    return [
      { name: 'queries archived', unit: '/s', value: queries / seconds },
      { name: 'bytes of the texts of a query before', unit: 'B', value: before / queries },
      { name: 'bytes of the texts of a query after', unit: 'B', value: after / queries },
      {
        name: 'processor time of Postgres per archived query, with the queries of the client',
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

/** Latencies in milliseconds, and the time in which the command works. */
async function alternate(
  client: QueryClient,
  archiving: ReturnType<typeof archiveTexts>,
  { isQuick }: BenchContext,
) {
  const turn = isQuick ? QUICK_TURN : TURN;
  const over = new AbortController();
  const done = archiving.finally(() => over.abort());
  const [beside, alone]: [number[], number[]] = [[], []];
  let seconds = 0;
  try {
    while (!over.signal.aborted) {
      const startedAt = performance.now();
      archiving.child.kill('SIGCONT');
      beside.push(...(await client.run(turn)));
      archiving.child.kill('SIGSTOP');
      seconds += (performance.now() - startedAt) / 1_000;
      alone.push(...(await client.run(turn)));
    }
    await done;
  } finally {
    archiving.child.kill('SIGKILL');
  }
  return { beside, alone, seconds };
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
