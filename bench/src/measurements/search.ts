import { DEMO_NETWORK, QUERYING_BANK } from '@ndx/tools/network/demo-network';
import { BankClient } from '../bank-client.js';
import { fillIdentities } from '../fill/identities.js';
import { withFilled } from '../fill/with-filled.js';
import { figureOf, type Figure, type Measurement } from '../measurement.js';
import { percentile } from '../percentile.js';
import { searchCases, type SearchCase } from './search-criteria.js';

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
  run: (context) =>
    withFilled(context, fillIdentities, async (few, many) => {
      const [fewClient, manyClient] = [few, many].map(({ network }) =>
        BankClient.connect(network, QUERYING_BANK, 1),
      );
      if (!fewClient || !manyClient) throw new Error('there are two networks');
      const taken = searchCases(many.filled).map((searched): Taken => ({
        searched,
        few: [],
        many: [],
      }));
      for (const { searched } of taken) {
        await searchOften(fewClient, searched, 10);
        await searchOften(manyClient, searched, 10);
      }
      const searches = context.isQuick ? 10 : 100;
      for (let round = 0; round < context.rounds; round += 1) {
        for (const { searched, ...sides } of taken) {
          sides.few.push(await searchOften(fewClient, searched, searches));
          sides.many.push(await searchOften(manyClient, searched, searches));
        }
      }
      await Promise.all([fewClient.close(), manyClient.close()]);
      return figuresOf(taken);
    }),
};

/** Latencies in milliseconds, one search after the other. */
async function searchOften(
  client: BankClient,
  { kind, parameter, values }: SearchCase,
  searches: number,
): Promise<number[]> {
  const latencies: number[] = [];
  for (let n = 0; n < searches; n += 1) {
    const query = new URLSearchParams({ network_id: DEMO_NETWORK.id });
    if (parameter !== undefined) query.set(parameter, values[n % values.length] ?? '');
    const start = performance.now();
    await client.send('GET', `/v1/entities/${kind}/search?${query.toString()}`);
    latencies.push(performance.now() - start);
  }
  return latencies;
}

function figuresOf(taken: readonly Taken[]): Figure[] {
  const criteria = new Map<string, Taken[]>();
  for (const one of taken) {
    const { kind, parameter = 'no criterion' } = one.searched;
    const name = `${kind}, ${parameter}`;
    criteria.set(name, [...(criteria.get(name) ?? []), one]);
  }
  return [...criteria].flatMap(([name, cases]) => [
    ...(cases.length > 1
      ? cases.flatMap(({ searched, few, many }) => [
          figure(`${name}, ${searched.sort}: p50 among few`, few, 0.5),
          figure(`${name}, ${searched.sort}: p50 among many`, many, 0.5),
          figure(`${name}, ${searched.sort}: p99 among many`, many, 0.99),
        ])
      : []),
    ...ratioOf(cases, name),
  ]);
}

/** Latencies of all values of a criterion, with the same number of searches for each kind. */
function ratioOf(cases: readonly Taken[], criterion: string): Figure[] {
  const together = (side: 'few' | 'many') =>
    (cases[0]?.[side] ?? []).map((_, round) => cases.flatMap((one) => one[side][round] ?? []));
  const p99 = (side: 'few' | 'many') => together(side).map((round) => percentile(round, 0.99));
  const few = p99('few');
  const ratios = p99('many').map((value, round) => value / (few[round] ?? value));
  return [
    figure(`${criterion}: p99 among few`, together('few'), 0.99),
    figure(`${criterion}: p99 among many`, together('many'), 0.99),
    figureOf(`${criterion}: p99 over p99`, '', ratios, { atMost: 3 }),
  ];
}

function figure(name: string, latencies: readonly number[][], share: number): Figure {
  return figureOf(
    name,
    'ms',
    latencies.map((round) => percentile(round, share)),
  );
}
