import { setTimeout as pause } from 'node:timers/promises';
import type { LocalNetwork } from '@ndx/tools/network/local-network';
import type pg from 'pg';
import { processorTimeOf, processorTimeOfTree, processorTimesOf } from '../processor-time.js';
import type { Yardstick } from '../yardstick/yardstick.js';

const SETTLE_POLL_MS = 50;

/** The processes that are shown by themselves. */
const PARTS = ['gateway', 'product-query', 'postgres'];

/** Processor time in milliseconds, by part of the system. */
export type Cost = Readonly<Record<string, number>>;

/** The system or the baseline; both answer the same queries. */
export interface Side {
  readonly name: 'system' | 'yardstick';
  readonly url: string;
  /** Processor time of each part since its start. */
  used(): Cost;
  /** Waits until the background work of the queries is complete. */
  settle(): Promise<void>;
}

/** The gateway, the services and Postgres; includes publishing the events of the queries. */
export function systemSide(network: LocalNetwork, productQuery: pg.Client): Side {
  return {
    name: 'system',
    url: network.addresses.gatewayUrl,
    used: () => {
      const times = processorTimesOf(network);
      const timeOf = (name: string) => times.get(name) ?? 0;
      const shown = Object.fromEntries(PARTS.map((name) => [name, timeOf(name)]));
      const others = [...times.keys()].filter((name) => !PARTS.includes(name));
      return { ...shown, others: others.reduce((sum, name) => sum + timeOf(name), 0) };
    },
    settle: async () => {
      while ((await productQuery.query('select from outbox limit 1')).rowCount !== 0)
        await pause(SETTLE_POLL_MS);
    },
  };
}

/**
 * The bare process and Postgres, without the load that the idle system puts on Postgres.
 * @param restingPostgres processor time of Postgres at rest, in milliseconds per millisecond
 */
export function yardstickSide(
  network: LocalNetwork,
  yardstick: Yardstick,
  restingPostgres: number,
): Side {
  return {
    name: 'yardstick',
    url: yardstick.url,
    used: () => ({
      process: processorTimeOf(yardstick.pid),
      postgres:
        processorTimeOfTree(network.databases.postgres.pid) - restingPostgres * performance.now(),
    }),
    settle: () => Promise.resolve(),
  };
}

/** Processor time of each part of a side without queries, as a share of one processor. */
export async function resting(side: Side, ms: number): Promise<Cost> {
  const before = side.used();
  const start = performance.now();
  await pause(ms);
  const after = Object.entries(side.used());
  const elapsed = performance.now() - start;
  return Object.fromEntries(
    after.map(([part, used]) => [part, (used - (before[part] ?? 0)) / elapsed]),
  );
}
