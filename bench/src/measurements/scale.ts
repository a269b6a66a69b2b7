import pg from 'pg';
import { setTimeout as pause } from 'node:timers/promises';
import type { LocalNetwork } from '@ndx/tools/network/local-network';
import { drawBusinesses, fillQueryable } from '../fill/queryable.js';
import { startFilled } from '../fill/start-filled.js';
import { furnishBusinesses, QueryClient } from '../kyb-load.js';
import type { Measurement } from '../measurement.js';
import { median } from '../percentile.js';
import { processorTimeOf, processorTimeOfTree } from '../processor-time.js';

const FEW = 1_000;
const MANY = 1_000_000;
const MANY_QUICKLY = 20_000;
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

  async run(context) {
    const sizes = [FEW, context.isQuick ? MANY_QUICKLY : MANY];
    const [few, many] = await startFilled(context, sizes, fill);
    if (!few || !many) throw new Error('two networks were to be started');
    try {
      const queries = context.isQuick ? 500 : 10_000;
      await costOf(few.network, queries);
      await costOf(many.network, queries);
      const costs: { few: Cost; many: Cost }[] = [];
      for (let round = 0; round < context.rounds; round += 1) {
        costs.push({
          few: await costOf(few.network, queries),
          many: await costOf(many.network, queries),
        });
      }
      const figure = (name: string, unit: string, rounds: readonly number[]) => ({
        name,
        value: median(rounds),
        unit,
        rounds,
      });
      const ratios = costs.map((cost) => cost.many.perQuery / cost.few.perQuery);
      return [
        figure(
          'processor time per query among few',
          'us',
          costs.map((cost) => cost.few.perQuery),
        ),
        figure(
          'processor time per query among many',
          'us',
          costs.map((cost) => cost.many.perQuery),
        ),
        { ...figure('many over few', '', ratios), goal: { atMost: 1.2 } },
        figure(
          'share of blocks in shared buffers, few',
          '',
          costs.map((cost) => cost.few.buffered),
        ),
        figure(
          'share of blocks in shared buffers, many',
          '',
          costs.map((cost) => cost.many.buffered),
        ),
      ];
    } finally {
      await few.network.stop();
      await many.network.stop();
    }
  },
};

/** Furnishes one business; the others are copies of it. */
async function fill(network: LocalNetwork, count: number): Promise<void> {
  const [businessId] = await furnishBusinesses(network, 1);
  if (businessId === undefined) throw new Error('nothing was furnished');
  const client = await QueryClient.connect(network, [businessId], 1);
  await client.untilQueryable();
  await client.close();
  await fillQueryable(network, count - 1, { businessId, registration: 'BENCH0' });
}

async function costOf(network: LocalNetwork, queries: number): Promise<Cost> {
  const ids = await drawBusinesses(network, queries);
  const client = await QueryClient.connect(network, ids, CLIENTS);
  const before = { ms: processorTime(network), blocks: await blocksOf(network) };
  await client.run(queries);
  // The cost of queries includes publishing their events.
  await pause(1_000);
  const spent = processorTime(network) - before.ms;
  const blocks = await blocksOf(network);
  await client.close();
  const hit = blocks.hit - before.blocks.hit;
  const read = blocks.read - before.blocks.read;
  return { perQuery: (spent / queries) * 1_000, buffered: hit / Math.max(hit + read, 1) };
}

function processorTime(network: LocalNetwork): number {
  const services = [...network.processes.values()].map(({ pid }) =>
    pid === undefined ? 0 : processorTimeOf(pid),
  );
  const postgres = processorTimeOfTree(network.databases.postgres.pid);
  return services.reduce((sum, ms) => sum + ms, postgres);
}

async function blocksOf(network: LocalNetwork): Promise<{ hit: number; read: number }> {
  const client = new pg.Client({ connectionString: network.databases.urls.get('product-query') });
  await client.connect();
  try {
    const { rows } = await client.query<{ hit: number; read: number }>(
      `select blks_hit::float8 as hit, blks_read::float8 as read from pg_stat_database
       where datname = current_database()`,
    );
    return rows[0] ?? { hit: 0, read: 0 };
  } finally {
    await client.end();
  }
}
