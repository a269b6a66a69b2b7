import { fillIdentities } from '../fill/identities.js';
import { startFilled } from '../fill/start-filled.js';
import type { Figure, Measurement } from '../measurement.js';
import { median, percentile } from '../percentile.js';
import { SearchClient } from './search-client.js';
import { searchCases, type SearchCase } from './search-criteria.js';

const FEW = 1_000;
const MANY = 1_000_000;
const MANY_QUICKLY = 20_000;

/** Latencies of one case on each side, one list per round. */
interface Taken {
  readonly searched: SearchCase;
  readonly few: number[][];
  readonly many: number[][];
}

export const search: Measurement = {
  name: 'search',
  about:
    'consumer and business search through the gateway, one client, each single criterion, among 1,000,000 identities and among 1,000',

  async run(context) {
    const sizes = [FEW, context.isQuick ? MANY_QUICKLY : MANY];
    const [few, many] = await startFilled(context, sizes, fillIdentities);
    if (!few || !many) throw new Error('two networks were to be started');
    try {
      const clients = {
        few: await SearchClient.connect(few.network),
        many: await SearchClient.connect(many.network),
      };
      const taken = searchCases(many.filled).map((searched): Taken => ({
        searched,
        few: [],
        many: [],
      }));
      const searches = context.isQuick ? 10 : 100;
      for (const { searched } of taken) {
        await clients.few.run(searched, 10);
        await clients.many.run(searched, 10);
      }
      for (let round = 0; round < context.rounds; round += 1) {
        for (const { searched, ...sides } of taken) {
          sides.few.push(await clients.few.run(searched, searches));
          sides.many.push(await clients.many.run(searched, searches));
        }
      }
      await clients.few.close();
      await clients.many.close();
      return figuresOf(taken);
    } finally {
      await few.network.stop();
      await many.network.stop();
    }
  },
};

function figuresOf(taken: readonly Taken[]): Figure[] {
  const criteria = new Map<string, Taken[]>();
  for (const one of taken) {
    const { kind, parameter = 'no criterion' } = one.searched;
    const name = `${kind}, ${parameter}`;
    criteria.set(name, [...(criteria.get(name) ?? []), one]);
  }
  return [...criteria].flatMap(([name, cases]) => [
    ...(cases.length > 1 ? cases.flatMap((one) => latenciesOf(one, name)) : []),
    ...ratioOf(cases, name),
  ]);
}

/** Latencies of one kind of values, to show the cost of each kind. */
function latenciesOf({ searched, few, many }: Taken, criterion: string): Figure[] {
  const name = `${criterion}, ${searched.sort}`;
  return [
    figure(`${name}: p50 among few`, few, 0.5),
    figure(`${name}: p50 among many`, many, 0.5),
    figure(`${name}: p99 among many`, many, 0.99),
  ];
}

/** Latencies of all values of a criterion, with the same number of searches for each kind. */
function ratioOf(cases: readonly Taken[], criterion: string): Figure[] {
  const together = (side: 'few' | 'many') =>
    (cases[0]?.[side] ?? []).map((_, round) => cases.flatMap((one) => one[side][round] ?? []));
  const few = figure(`${criterion}: p99 among few`, together('few'), 0.99);
  const many = figure(`${criterion}: p99 among many`, together('many'), 0.99);
  const rounds = many.rounds.map((value, round) => value / (few.rounds[round] ?? value));
  return [
    few,
    many,
    {
      name: `${criterion}: p99 over p99`,
      value: median(rounds),
      unit: '',
      goal: { atMost: 3 },
      rounds,
    },
  ];
}

function figure(name: string, latencies: readonly number[][], share: number) {
  const rounds = latencies.map((round) => percentile(round, share));
  return { name, value: median(rounds), unit: 'ms', rounds } as const;
}
