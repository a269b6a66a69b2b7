import type { LocalNetwork } from '@ndx/tools/network/local-network';
import type { BenchContext, Figure, Measurement } from '../measurement.js';
import { median } from '../percentile.js';
import { processorTimeOf, processorTimeOfTree } from '../processor-time.js';
import { startNetwork } from '../start-network.js';
import { BareLoop } from './furnish-bare-loop.js';
import { FurnishClient, newBatches, type Furnished } from './furnish-load.js';
import { Settling } from './furnish-settled.js';

const BATCH = 100;
const CLIENTS = [1, 4] as const;

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
  async run(context) {
    const network = await startNetwork(context);
    try {
      const contest = await Contest.between(network, context);
      const figures = await contest.figures();
      await contest.close();
      return figures;
    } finally {
      await network.stop();
    }
  },
};

class Contest {
  private furnished = 0;

  private constructor(
    private readonly network: LocalNetwork,
    private readonly context: BenchContext,
    private readonly client: FurnishClient,
    private readonly loop: BareLoop,
    private readonly settling: Settling,
  ) {}

  static async between(network: LocalNetwork, context: BenchContext): Promise<Contest> {
    return new Contest(
      network,
      context,
      await FurnishClient.connect(network, Math.max(...CLIENTS)),
      await BareLoop.connect(network),
      await Settling.connect(network),
    );
  }

  async figures(): Promise<readonly Figure[]> {
    const { rounds, isQuick } = this.context;
    const records = isQuick ? 300 : 5_000;
    const figures: Figure[] = [];
    await this.round(isQuick ? 100 : 2_000, 1);
    for (const clients of CLIENTS) {
      const taken: Round[] = [];
      while (taken.length < rounds) taken.push(await this.round(records, clients));
      figures.push(...figuresOf(taken, clients));
    }
    return figures;
  }

  async close(): Promise<void> {
    await Promise.all([this.client.close(), this.loop.close(), this.settling.close()]);
  }

  private async round(records: number, clients: number): Promise<Round> {
    const { exchange, answers } = await this.furnish(records, clients);
    const bare = await this.insert(records, answers);
    this.context.say(
      `${clients} clients: ${exchange.perSecond.toFixed(0)} records/s furnished, ${bare.perSecond.toFixed(0)} inserted`,
    );
    return { exchange, bare };
  }

  private async furnish(records: number, clients: number) {
    const bodies = newBatches(`FURNISH${this.furnished}`, records, BATCH);
    const before = this.exchangeMs();
    const start = performance.now();
    const answers = await this.client.furnishAll(bodies, clients);
    const perSecond = (records / (performance.now() - start)) * 1_000;
    this.furnished += records;
    // The cost of furnishing includes making the records queryable.
    await this.settling.settled(this.furnished);
    const queryablePerSecond = (records / (performance.now() - start)) * 1_000;
    const processorUs = ((this.exchangeMs() - before) / records) * 1_000;
    return { exchange: { perSecond, queryablePerSecond, processorUs }, answers };
  }

  private async insert(records: number, answers: readonly Furnished[]): Promise<Side> {
    const rows = await this.loop.rowsOf(answers);
    const before = this.loopMs();
    const start = performance.now();
    await this.loop.insert(rows);
    const perSecond = (records / (performance.now() - start)) * 1_000;
    return { perSecond, processorUs: ((this.loopMs() - before) / records) * 1_000 };
  }

  /** Processor time of all processes of the exchange and Postgres, in milliseconds. */
  private exchangeMs(): number {
    const pids = [...this.network.processes.values()].flatMap(({ pid }) => pid ?? []);
    return pids.reduce((sum, pid) => sum + processorTimeOf(pid), this.postgresMs());
  }

  /** Processor time of this otherwise idle process and Postgres. */
  private loopMs(): number {
    return processorTimeOf(process.pid) + this.postgresMs();
  }

  private postgresMs(): number {
    return processorTimeOfTree(this.network.databases.postgres.pid);
  }
}

function figuresOf(rounds: readonly Round[], clients: number): Figure[] {
  const of = (name: string, unit: string, value: (round: Round) => number): Figure => {
    const values = rounds.map(value);
    const named = `${name}, ${clients} client${clients === 1 ? '' : 's'}`;
    return { name: named, value: median(values), unit, rounds: values };
  };
  const ratio = of('furnished over inserted', '', (r) => r.exchange.perSecond / r.bare.perSecond);
  return [
    { ...ratio, goal: { atLeast: 2 } },
    of('furnished', 'records/s', ({ exchange }) => exchange.perSecond),
    of('furnished and queryable', 'records/s', ({ exchange }) => exchange.queryablePerSecond),
    of('inserted by the loop', 'records/s', ({ bare }) => bare.perSecond),
    of('processor time, exchange', 'us/record', ({ exchange }) => exchange.processorUs),
    of('processor time, loop', 'us/record', ({ bare }) => bare.processorUs),
  ];
}
