import { setTimeout as pause } from 'node:timers/promises';
import type { BenchContext, Figure, Measurement } from '../measurement.js';
import { processorTimesOf } from '../processor-time.js';
import { startNetwork } from '../start-network.js';

const MOST_PERCENT = 2;
/** Start-up work, e.g. compilation, ends in this time. */
const SETTLE_MS = 20_000;
const REST_MS = 60_000;

export const rest: Measurement = {
  name: 'rest',
  about: 'the share of one core that a network without requests uses',
  run,
};

async function run(context: BenchContext): Promise<Figure[]> {
  const network = await startNetwork(context);
  try {
    await pause(context.isQuick ? 1_000 : SETTLE_MS);
    const before = processorTimesOf(network);
    const start = performance.now();
    await pause(context.isQuick ? 1_000 : REST_MS);
    const after = processorTimesOf(network);
    const elapsed = performance.now() - start;
    const shares = [...after].map(
      ([name, ms]) => [name, ((ms - (before.get(name) ?? 0)) / elapsed) * 100] as const,
    );
    return [
      ...shares.map(([name, value]) => ({ name, value, unit: '%' })),
      {
        name: 'all processes and Postgres',
        value: shares.reduce((sum, [, share]) => sum + share, 0),
        unit: '%',
        goal: { atMost: MOST_PERCENT },
      },
    ];
  } finally {
    await network.stop();
  }
}
