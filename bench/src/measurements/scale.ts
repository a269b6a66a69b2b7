import { setTimeout as pause } from 'node:timers/promises';
import type { LocalNetwork } from '@ndx/tools/network/local-network';
import { drawBusinesses, fillQueryable } from '../fill/queryable.js';
import { withFilled } from '../fill/with-filled.js';
import { furnishBusinesses } from '../furnish-load.js';
import { inDatabase } from '../in-database.js';
import { figureOf, type Figure, type Measurement } from '../measurement.js';
import { processorTimeOfNetwork } from '../processor-time.js';
import { QueryClient } from '../query-client.js';

const CLIENTS = 16;

interface Cost {
  /** Microseconds of processor time. */
  readonly perQuery: number;
  /** The share of block reads that Postgres served from shared buffers. */
  readonly buffered: number;
}

export const scale: Measurement = {
  name: 'scale',
  about: `processor time of a KYB query at ${CLIENTS} clients, system with Postgres, among 1,000,000 businesses and among 1,000, any of them asked for`,
  run: (context) =>
    withFilled(context, fill, async ({ network: few }, { network: many }) => {
      const queries = context.isQuick ? 500 : 10_000;
      const costs: { few: Cost; many: Cost }[] = [];
      // The first round is the warm-up.
      for (let round = 0; round <= context.rounds; round += 1) {
        costs.push({ few: await costOf(few, queries), many: await costOf(many, queries) });
      }
      return figuresOf(costs.slice(1));
    }),
};

function figuresOf(costs: readonly { few: Cost; many: Cost }[]): Figure[] {
  const figure = (name: string, unit: string, value: (cost: { few: Cost; many: Cost }) => number) =>
    figureOf(name, unit, costs.map(value));
  return [
    figure('processor time per query among few', 'us', ({ few }) => few.perQuery),
    figure('processor time per query among many', 'us', ({ many }) => many.perQuery),
    {
      ...figure('many over few', '', ({ few, many }) => many.perQuery / few.perQuery),
      goal: { atMost: 1.2 },
    },
    figure('share of blocks in shared buffers, few', '', ({ few }) => few.buffered),
    figure('share of blocks in shared buffers, many', '', ({ many }) => many.buffered),
  ];
}

/** Furnishes one business; the others are copies of it. */
async function fill(network: LocalNetwork, count: number): Promise<void> {
  const [businessId] = await furnishBusinesses(network, 1);
  if (businessId === undefined) throw new Error('nothing was furnished');
  const client = new QueryClient(network, [businessId], 1);
  await client.untilQueryable();
  await client.close();
  await fillQueryable(network, count - 1, { businessId, registration: 'BENCH-0' });
}

async function costOf(network: LocalNetwork, queries: number): Promise<Cost> {
  const ids = await drawBusinesses(network, queries);
  const client = new QueryClient(network, ids, CLIENTS);
  const before = { ms: processorTimeOfNetwork(network), blocks: await blocksOf(network) };
  await client.run(queries);
  // The cost of queries includes publishing their events.
  await pause(1_000);
  const spent = processorTimeOfNetwork(network) - before.ms;
  const blocks = await blocksOf(network);
  await client.close();
  const hit = blocks.hit - before.blocks.hit;
  const read = blocks.read - before.blocks.read;
  return { perQuery: (spent / queries) * 1_000, buffered: hit / Math.max(hit + read, 1) };
}

function blocksOf(network: LocalNetwork): Promise<{ hit: number; read: number }> {
  return inDatabase(network, 'product-query', async (client) => {
    const { rows } = await client.query<{ hit: number; read: number }>(
      `select blks_hit::float8 as hit, blks_read::float8 as read from pg_stat_database
       where datname = current_database()`,
    );
    return rows[0] ?? { hit: 0, read: 0 };
  });
}
