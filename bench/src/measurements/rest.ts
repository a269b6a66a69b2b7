import { setTimeout as pause } from 'node:timers/promises';
import type { LocalNetwork } from '@ndx/tools/network/local-network';
import type { BenchContext, Figure, Measurement } from '../measurement.js';
import { processorTimeOf, processorTimeOfTree } from '../processor-time.js';
import { startNetwork } from '../start-network.js';

const MOST_PERCENT = 3;
/** Start-up work, e.g. compilation, ends in this time. */
const SETTLE_MS = 20_000;
const REST_MS = 60_000;

export const rest = measurementOn('embedded', 'rest');
export const restOnKafka = measurementOn('kafka', 'rest-kafka');

function measurementOn(bus: 'embedded' | 'kafka', name: string): Measurement {
  return {
    name,
    about: `the share of one core that a network without requests uses, on the ${bus} bus without its broker`,
    run: (context) => run(context, bus),
  };
}

async function run(context: BenchContext, bus: 'embedded' | 'kafka'): Promise<Figure[]> {
  const network = await startNetwork(context, bus);
  try {
    await pause(context.isQuick ? 1_000 : SETTLE_MS);
    const before = usedBy(network);
    const start = performance.now();
    await pause(context.isQuick ? 1_000 : REST_MS);
    const after = usedBy(network);
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

/** Processor time since their start, in milliseconds, by process name. */
function usedBy({ processes, databases }: LocalNetwork): Map<string, number> {
  const used = new Map<string, number>();
  for (const [name, { pid }] of processes) {
    if (pid === undefined) throw new Error(`${name} does not run`);
    used.set(name, processorTimeOf(pid));
  }
  return used.set('postgres', processorTimeOfTree(databases.postgres.pid));
}
