import { CLIENTS, clientsNamed } from '../clients.js';
import { furnishBusinesses, QueryClient } from '../kyb-load.js';
import type { BenchContext, Figure, Measurement } from '../measurement.js';
import { median } from '../percentile.js';
import { startNetwork } from '../start-network.js';
import { Yardstick } from '../yardstick/yardstick.js';
import { runRound, wholeCost, type Round } from './kyb-query-round.js';
import { yardstickSide } from './kyb-query-side.js';

const BUSINESSES = 200;
const POOL_SIZES = [2, 4, 8, 16];
const QUERIES = { warmUp: 3_000, whole: 5_000, quick: 200 };

export const yardstickPool: Measurement = {
  name: 'yardstick-pool',
  about: 'how many connections serve the yardstick best, so that nothing holds it back',
  run,
};

async function run(context: BenchContext): Promise<Figure[]> {
  const { isQuick, rounds, say } = context;
  const network = await startNetwork(context);
  const yardsticks: (readonly [size: number, yardstick: Yardstick])[] = [];
  try {
    const businessIds = await furnishBusinesses(network, BUSINESSES);
    const connect = (clients: number, url?: string) =>
      QueryClient.connect(network, businessIds, clients, url);
    const system = await connect(1);
    await system.untilQueryable();
    await system.close();
    // From here on, the yardstick is the only client of Postgres.
    await Promise.all([...network.processes.values()].map((process) => process.stop()));
    for (const size of POOL_SIZES) yardsticks.push([size, await Yardstick.start(network, size)]);

    const ask = async (yardstick: Yardstick, clients: number, queries: number): Promise<Round> => {
      const client = await connect(clients, yardstick.url);
      const side = yardstickSide(network, yardstick, 0);
      const round = await runRound(side, client, clients, isQuick ? QUERIES.quick : queries);
      await client.close();
      return round;
    };
    for (const [, yardstick] of yardsticks) await ask(yardstick, 16, QUERIES.warmUp);
    const taken: (readonly [size: number, round: Round])[] = [];
    for (let number = 0; number < rounds; number += 1)
      for (const clients of CLIENTS)
        for (const [size, yardstick] of yardsticks) {
          const round = await ask(yardstick, clients, QUERIES.whole);
          taken.push([size, round]);
          say(`${size} connections, ${clientsNamed(clients)}: ${wholeCost(round).toFixed(0)} us`);
        }
    return CLIENTS.flatMap((clients) =>
      POOL_SIZES.flatMap((size) =>
        figuresOf(
          `${size} connections, ${clientsNamed(clients)}`,
          taken.filter(([of, round]) => of === size && round.clients === clients),
        ),
      ),
    );
  } finally {
    await Promise.all(yardsticks.map(([, yardstick]) => yardstick.stop()));
    await network.stop();
  }
}

function figuresOf(name: string, taken: readonly (readonly [size: number, round: Round])[]) {
  const figure = (what: string, unit: string, value: (round: Round) => number): Figure => {
    const rounds = taken.map(([, round]) => value(round));
    return { name: `${name}: ${what}`, value: median(rounds), unit, rounds };
  };
  return [
    figure('processor time per query', 'us', wholeCost),
    figure('queries per second', '/s', ({ perSecond }) => perSecond),
    figure('p50', 'ms', ({ p50 }) => p50),
  ];
}
