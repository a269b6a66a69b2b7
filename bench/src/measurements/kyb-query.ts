import type { LocalNetwork } from '@ndx/tools/network/local-network';
import pg from 'pg';
import { furnishBusinesses } from '../furnish-load.js';
import type { BenchContext, Figure, Measurement } from '../measurement.js';
import { QueryClient } from '../query-client.js';
import { startNetwork } from '../start-network.js';
import { sameSize } from '../yardstick/same-size.js';
import { Yardstick } from '../yardstick/yardstick.js';
import { clientsNamed, figuresOf } from './kyb-query-figures.js';
import { runRound, wholeCost, type Round } from './kyb-query-round.js';
import { resting, systemSide, yardstickSide, type Side } from './kyb-query-side.js';

const CLIENTS = [1, 16, 64];
const BUSINESSES = 200;
/** Number of queries in a round at each number of clients. */
const QUERIES = { one: 3_000, many: 10_000, quick: 300, warmUp: 5_000 };

export const kybQuery = measurementOn('embedded', 'kyb-query');
export const kybQueryOnKafka = measurementOn('kafka', 'kyb-query-kafka');

function measurementOn(bus: 'embedded' | 'kafka', name: string): Measurement {
  return {
    name,
    about: `a KYB query of the whole system on the ${bus} bus, and of a bare process on the same Postgres and data`,
    run: (context) => run(context, bus),
  };
}

async function run(context: BenchContext, bus: 'embedded' | 'kafka'): Promise<Figure[]> {
  const network = await startNetwork(context, bus);
  const productQuery = new pg.Client(network.databases.urls.get('product-query'));
  await productQuery.connect();
  try {
    const businessIds = await furnishBusinesses(network, BUSINESSES);
    const yardstick = await Yardstick.start(network);
    try {
      const system = systemSide(network, productQuery);
      await warmUp(network, businessIds, context, [system.url, yardstick.url]);
      await system.settle();
      context.say(await sameSize(network, businessIds, yardstick));
      const atRest = await resting(system, context.isQuick ? 1_000 : 10_000);
      const sides = [system, yardstickSide(network, yardstick, atRest['postgres'] ?? 0)];
      const rounds = await alternate(network, businessIds, context, sides);
      return [
        ...CLIENTS.flatMap((clients) => figuresOf(rounds, clients, bus)),
        // The yardstick's figures exclude Postgres's processor time at rest.
        ...Object.entries(atRest).map(([part, share]) => ({
          name: `system at rest: ${part}`,
          value: share * 1_000,
          unit: 'ms/s',
        })),
      ];
    } finally {
      await yardstick.stop();
    }
  } finally {
    await productQuery.end();
    await network.stop();
  }
}

async function warmUp(
  network: LocalNetwork,
  businessIds: readonly string[],
  { isQuick }: BenchContext,
  urls: readonly string[],
): Promise<void> {
  for (const url of urls) {
    const client = new QueryClient(network, businessIds, 16, url);
    await client.untilQueryable();
    await client.run(isQuick ? QUERIES.quick : QUERIES.warmUp);
    await client.close();
  }
}

/** Each round queries both sides with each number of clients; the order of the sides alternates. */
async function alternate(
  network: LocalNetwork,
  businessIds: readonly string[],
  context: BenchContext,
  sides: readonly Side[],
): Promise<Round[]> {
  const rounds: Round[] = [];
  for (let number = 0; number < context.rounds; number += 1) {
    const inTurn = number % 2 === 0 ? sides : sides.toReversed();
    for (const clients of CLIENTS) {
      for (const side of inTurn) {
        const client = new QueryClient(network, businessIds, clients, side.url);
        const round = await runRound(side, client, clients, queriesOf(clients, context));
        await client.close();
        rounds.push(round);
        context.say(
          `round ${number + 1}, ${clientsNamed(clients)}, ${side.name}: ${wholeCost(round).toFixed(0)} us, ` +
            `${round.perSecond.toFixed(0)} /s, p50 ${round.p50.toFixed(2)} ms, p99 ${round.p99.toFixed(2)} ms`,
        );
      }
    }
  }
  return rounds;
}

function queriesOf(clients: number, { isQuick }: BenchContext): number {
  if (isQuick) return QUERIES.quick;
  return clients === 1 ? QUERIES.one : QUERIES.many;
}
