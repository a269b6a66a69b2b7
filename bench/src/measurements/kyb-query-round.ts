import type { QueryClient } from '../query-client.js';
import { percentile } from '../percentile.js';
import type { Cost, Side } from './kyb-query-side.js';

/** The results of one side in one round with a number of clients. */
export interface Round {
  readonly side: Side['name'];
  readonly clients: number;
  /** Processor time of one query in microseconds, by part of the system. */
  readonly cost: Cost;
  readonly perSecond: number;
  /** Latencies in milliseconds. */
  readonly p50: number;
  readonly p99: number;
}

export async function runRound(
  side: Side,
  client: QueryClient,
  clients: number,
  queries: number,
): Promise<Round> {
  const before = side.used();
  const start = performance.now();
  const latencies = await client.run(queries);
  const seconds = (performance.now() - start) / 1_000;
  await side.settle();
  const cost = Object.fromEntries(
    Object.entries(side.used()).map(([part, ms]) => [
      part,
      ((ms - (before[part] ?? 0)) / latencies.length) * 1_000,
    ]),
  );
  return {
    side: side.name,
    clients,
    cost,
    perSecond: latencies.length / seconds,
    p50: percentile(latencies, 0.5),
    p99: percentile(latencies, 0.99),
  };
}

/** Microseconds of all parts together. */
export function wholeCost({ cost }: Round): number {
  return Object.values(cost).reduce((sum, part) => sum + part, 0);
}
