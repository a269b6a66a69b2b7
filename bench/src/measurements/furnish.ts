import { FIRST_BANK } from '@ndx/tools/network/demo-network';
import type { LocalNetwork } from '@ndx/tools/network/local-network';
import { BankClient } from '../bank-client.js';
import { furnishBatch, newBatches, type Furnished } from '../furnish-load.js';
import { inParallel } from '../in-parallel.js';
import { figureOf, type BenchContext, type Figure, type Measurement } from '../measurement.js';
import { processorTimeOf, processorTimeOfNetwork, processorTimeOfTree } from '../processor-time.js';
import { startNetwork } from '../start-network.js';
import { BareLoop } from './furnish-bare-loop.js';
import { Settling } from './furnish-settled.js';

const CLIENTS = [1, 4] as const;
/** The goal of furnished over inserted, by number of clients. */
const LEAST_RATIO = { 1: 2, 4: 2.5 } as const;

/** The results of one side in one round. */
interface Side {
  readonly perSecond: number;
  /** Processor time of all processes of the side, in microseconds per record. */
  readonly processorUs: number;
}

interface Round {
  readonly exchange: Side & { readonly queryablePerSecond: number };
  readonly bare: Side;
}

/** Furnishing in batches of 100 is no slower than single-row inserts of the same rows. */
export const furnish: Measurement = {
  name: 'furnish',
  about:
    'records of new businesses with three sections, furnished in batches of 100, and the rows that the exchange ' +
    'keeps of them (record, business, registration) inserted one by one by a bare pg loop',
  run,
};

async function run(context: BenchContext): Promise<Figure[]> {
  const network = await startNetwork(context);
  try {
    const loop = await BareLoop.connect(network);
    const furnishing = new Furnishing(network, await Settling.connect(network));
    const round = async (records: number, clients: number): Promise<Round> => {
      const { exchange, answers } = await furnishing.furnish(records, clients);
      const bare = await insert(network, loop, answers);
      context.say(
        `${clients} clients: ${exchange.perSecond.toFixed(0)} records/s furnished, ${bare.perSecond.toFixed(0)} inserted`,
      );
      return { exchange, bare };
    };
    const { rounds, isQuick } = context;
    const figures: Figure[] = [];
    await round(isQuick ? 100 : 2_000, 1);
    for (const clients of CLIENTS) {
      const taken: Round[] = [];
      while (taken.length < rounds) taken.push(await round(isQuick ? 300 : 5_000, clients));
      figures.push(...figuresOf(taken, clients));
    }
    await Promise.all([furnishing.close(), loop.close()]);
    return figures;
  } finally {
    await network.stop();
  }
}

/** The exchange with the client of a furnisher. */
class Furnishing {
  private furnished = 0;
  private readonly client: BankClient;

  constructor(
    private readonly network: LocalNetwork,
    private readonly settling: Settling,
  ) {
    this.client = BankClient.connect(network, FIRST_BANK, Math.max(...CLIENTS));
  }

  async furnish(records: number, clients: number) {
    const bodies = newBatches(`FURNISH${this.furnished}`, records);
    const answers: Furnished[] = [];
    const before = processorTimeOfNetwork(this.network);
    const start = performance.now();
    await inParallel(clients, bodies.length, async (index) => {
      answers.push(await furnishBatch(this.client, bodies[index] ?? ''));
    });
    const perSecond = (records / (performance.now() - start)) * 1_000;
    this.furnished += records;
    // The cost of furnishing includes making the records queryable.
    await this.settling.settled(this.furnished);
    const queryablePerSecond = (records / (performance.now() - start)) * 1_000;
    const processorUs = ((processorTimeOfNetwork(this.network) - before) / records) * 1_000;
    return { exchange: { perSecond, queryablePerSecond, processorUs }, answers };
  }

  async close(): Promise<void> {
    await Promise.all([this.client.close(), this.settling.close()]);
  }
}

async function insert(
  { databases }: LocalNetwork,
  loop: BareLoop,
  answers: readonly Furnished[],
): Promise<Side> {
  const rows = await loop.rowsOf(answers);
  const records = answers.flatMap((answer) => answer.records).length;
  // This process does nothing else.
  const usedMs = () => processorTimeOf(process.pid) + processorTimeOfTree(databases.postgres.pid);
  const before = usedMs();
  const start = performance.now();
  await loop.insert(rows);
  const perSecond = (records / (performance.now() - start)) * 1_000;
  return { perSecond, processorUs: ((usedMs() - before) / records) * 1_000 };
}

function figuresOf(rounds: readonly Round[], clients: keyof typeof LEAST_RATIO): Figure[] {
  const of = (name: string, unit: string, value: (round: Round) => number): Figure =>
    figureOf(`${name}, ${clients} client${clients === 1 ? '' : 's'}`, unit, rounds.map(value));
  const ratio = of('furnished over inserted', '', (r) => r.exchange.perSecond / r.bare.perSecond);
  return [
    { ...ratio, goal: { atLeast: LEAST_RATIO[clients] } },
    of('furnished', 'records/s', ({ exchange }) => exchange.perSecond),
    of('furnished and queryable', 'records/s', ({ exchange }) => exchange.queryablePerSecond),
    of('inserted by the loop', 'records/s', ({ bare }) => bare.perSecond),
    of('processor time, exchange', 'us/record', ({ exchange }) => exchange.processorUs),
    of('processor time, loop', 'us/record', ({ bare }) => bare.processorUs),
  ];
}
