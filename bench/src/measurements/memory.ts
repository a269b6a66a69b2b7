import { setTimeout as pause } from 'node:timers/promises';
import { furnishBusinesses, QueryClient } from '../kyb-load.js';
import type { BenchContext, Figure, Measurement } from '../measurement.js';
import { residentMemoryOf, type ResidentMemory } from '../resident-memory.js';
import { startNetwork } from '../start-network.js';
import { EvenLoad } from './memory-load.js';

const BUSINESSES = 200;
const MOST_MB = 200;
const MOST_GROWTH_PERCENT = 10;
const REST_MS = 10_000;

/** Request counts per service after which memory is read; the first is the warm-up. */
const STAGES = { warm: 10_000, half: 50_000, whole: 100_000 };
const QUICK_STAGES = { warm: 50, half: 100, whole: 200 };

export const memory: Measurement = {
  name: 'memory',
  about: 'what each process holds at rest, and after as many requests to each service',
  run,
};

/** Memory by process name. */
type Reading = ReadonlyMap<string, ResidentMemory>;

async function run(context: BenchContext): Promise<Figure[]> {
  const { isQuick, say } = context;
  const network = await startNetwork(context);
  const read = async (when: string): Promise<Reading> => {
    await pause(isQuick ? 1_000 : REST_MS);
    const reading = new Map(
      [...network.processes].map(([name, { pid = 0 }]) => [name, residentMemoryOf(pid)] as const),
    );
    say(
      `${when}: ${[...reading].map(([name, { whole }]) => `${name} ${whole.toFixed(0)}`).join(', ')} MB`,
    );
    return reading;
  };
  try {
    const idle = await read('idle');
    const businessIds = await furnishBusinesses(network, BUSINESSES);
    const client = await QueryClient.connect(network, businessIds, 1);
    await client.untilQueryable();
    await client.close();

    const { warm, half, whole } = isQuick ? QUICK_STAGES : STAGES;
    const load = await EvenLoad.connect(network, businessIds);
    await load.run(warm);
    const afterWarm = await read(`after ${warm} requests to each`);
    await load.run(half - warm);
    const afterHalf = await read(`after ${half} requests to each`);
    await load.run(whole - half);
    const afterWhole = await read(`after ${whole} requests to each`);
    await load.close();

    return [...idle.keys()].flatMap((name) => {
      const of = (reading: Reading) => reading.get(name) ?? { whole: NaN, own: NaN };
      const growth = (from: Reading, since: string) => ({
        name: `${name}: growth since ${since}`,
        value: (of(afterWhole).whole / of(from).whole - 1) * 100,
        unit: '%',
      });
      const goal = { atMost: MOST_GROWTH_PERCENT };
      return [
        ...megabytes(`${name}: idle`, of(idle)),
        ...megabytes(`${name}: after ${whole} requests`, of(afterWhole)),
        growth(idle, 'idle'),
        { ...growth(afterWarm, `the first ${warm}`), goal },
        { ...growth(afterHalf, `the first ${half}`), goal },
      ];
    });
  } finally {
    await network.stop();
  }
}

function megabytes(name: string, { whole, own }: ResidentMemory): Figure[] {
  return [
    { name, value: whole, unit: 'MB', goal: { atMost: MOST_MB } },
    { name: `${name}, of it not shared`, value: own, unit: 'MB' },
  ];
}
