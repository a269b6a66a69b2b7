import { setTimeout as pause } from 'node:timers/promises';
import { stableId } from '@ndx/contracts';
import { DEMO_NETWORK, OPERATOR } from '@ndx/tools/network/demo-network';
import type { LocalNetwork } from '@ndx/tools/network/local-network';
import { BankClient } from '../bank-client.js';
import { besides } from '../beside.js';
import { repeatPastQueries, varyPastQueries, type Period } from '../fill/past-queries.js';
import { furnishBusinesses } from '../furnish-load.js';
import type { BenchContext, Figure, Measurement } from '../measurement.js';
import { percentile } from '../percentile.js';
import { processorTimeOfNetwork } from '../processor-time.js';
import { QueryClient } from '../query-client.js';
import { serviceMemoryOf } from '../resident-memory.js';
import { startNetwork } from '../start-network.js';

const BUSINESSES = 2_000;
/** Past queries about other businesses for each, and past queries that repeat its own. */
const COPIES = 500;
/** The part of the queries that is simulated first, and beside a client. */
const TENTH = 0.1;
/** Queries of a client alone. */
const ALONE = 2_000;
const CLIENTS = 16;
const POLL_MS = 500;
/** 1,000,000 past queries in a minute. */
const GOAL_PER_SECOND = Math.ceil(1_000_000 / 60);
/** The same, of two cores. */
const GOAL_US = (2 * 60 * 1_000_000) / 1_000_000;
const MOST_GROWTH_MB = 100;
/** What queries beside a simulation keep of their rate. */
const KEPT_RATE = 0.9;

export const simulation: Measurement = {
  name: 'simulation',
  about: `policies, one of which accepts a value, simulated over ${BUSINESSES * COPIES} different past queries, each about another business, and over as many that repeat the inputs of ${BUSINESSES}, also beside KYB queries of one client`,
  run,
};

async function run(context: BenchContext): Promise<Figure[]> {
  const { isQuick, say } = context;
  const [businesses, copies, queries] = isQuick ? [50, 10, 50] : [BUSINESSES, COPIES, ALONE];
  const network = await startNetwork(context);
  const governor = BankClient.connect(network, OPERATOR, 1);
  try {
    const businessIds = await furnishBusinesses(network, businesses);
    const clients = new QueryClient(network, businessIds, CLIENTS);
    await clients.untilQueryable();
    const from = new Date().toISOString();
    await clients.run(businesses);
    await clients.close();
    say(`${businesses} businesses queried`);

    const policyId = await aPolicy(governor);
    const simulated = (period: Period, selection: object = DISABLED) =>
      simulate(network, governor, { policy_id: policyId, ...period }, selection);
    const ofOthers = await varyPastQueries(network, from, copies);
    // Its heap has its size after a tenth; what it keeps of each query would show afterwards.
    const first = await simulated(firstOf(ofOthers, TENTH), COMPARED);
    const different = await simulated(ofOthers);
    say(`${different.queries} different queries, ${different.perSecond.toFixed(0)} a second`);
    const compared = await simulated(ofOthers, COMPARED);
    say(`${compared.queries} by a value, ${compared.perSecond.toFixed(0)} a second`);
    const ofSame = await repeatPastQueries(network, from, copies);
    const repeated = await simulated(ofSame);
    say(`${repeated.queries} repeated queries, ${repeated.perSecond.toFixed(0)} a second`);

    const client = new QueryClient(network, businessIds, 1);
    const aloneAt = performance.now();
    const latenciesAlone = await client.run(queries);
    const perSecondAlone = perSecond(latenciesAlone.length, aloneAt);
    const beside = async (simulating: Promise<Simulated>): Promise<Beside> => {
      const startedAt = performance.now();
      const latencies = await besides(client, simulating);
      const perSecondBeside = perSecond(latencies.length, startedAt);
      return { simulated: await simulating, latencies, kept: perSecondBeside / perSecondAlone };
    };
    const besideRepeated = await beside(simulated(firstOf(ofSame, TENTH)));
    const besideCompared = await beside(simulated(firstOf(ofOthers, TENTH), COMPARED));
    await client.close();
    return [
      ...figuresOf('different', different),
      ...figuresOf('different, compared', compared),
      ...figuresOf('repeated', repeated),
      {
        name: 'product-query: growth after a tenth',
        value:
          Math.max(...[different, compared, repeated].map(({ peakMb }) => peakMb)) - first.peakMb,
        unit: 'MB',
        goal: { atMost: MOST_GROWTH_MB },
      },
      { name: 'queries alone', value: perSecondAlone, unit: '/s' },
      { name: 'query p99 alone', value: percentile(latenciesAlone, 0.99), unit: 'ms' },
      ...figuresBeside('repeated', besideRepeated),
      ...figuresBeside('different, compared', besideCompared),
    ];
  } finally {
    await governor.close();
    await network.stop();
  }
}

function figuresOf(kind: string, { perSecond, us }: Simulated): Figure[] {
  return [
    {
      name: `${kind} queries`,
      value: perSecond,
      unit: '/s',
      goal: { atLeast: GOAL_PER_SECOND },
    },
    {
      name: `processor time of a ${kind} query`,
      value: us,
      unit: 'us',
      goal: { atMost: GOAL_US },
    },
  ];
}

function figuresBeside(kind: string, { simulated, latencies, kept }: Beside): Figure[] {
  return [
    {
      name: `${kind}, beside a client: its rate over alone`,
      value: kept,
      unit: '',
      goal: { atLeast: KEPT_RATE },
    },
    {
      name: `${kind}, beside a client: its p99`,
      value: percentile(latencies, 0.99),
      unit: 'ms',
    },
    { name: `${kind}, beside a client`, value: simulated.perSecond, unit: '/s' },
  ];
}

/** A simulation, and the queries of a client beside it. */
interface Beside {
  readonly simulated: Simulated;
  /** In milliseconds. */
  readonly latencies: readonly number[];
  /** Of their rate alone. */
  readonly kept: number;
}

interface Simulated {
  readonly queries: number;
  readonly perSecond: number;
  /** Processor time of a query. */
  readonly us: number;
  readonly peakMb: number;
}

/** The first part of a period. */
function firstOf({ from, to }: Period, part: number): Period {
  const [start, end] = [Date.parse(from), Date.parse(to)];
  return { from, to: new Date(start + (end - start) * part).toISOString() };
}

/** @returns its id */
async function aPolicy(governor: BankClient): Promise<string> {
  const body = {
    product_id: stableId('product', 'kyb_certificate'),
    network_id: DEMO_NETWORK.id,
    name: 'Simulated',
  };
  const answer = await governor.send(
    'POST',
    '/v1/networks/policies/querying',
    JSON.stringify(body),
  );
  return (JSON.parse(answer) as { readonly id: string }).id;
}

/** Decided without a record. */
const DISABLED = { is_enabled: false };

/** Decided by a value of each record. */
const COMPARED = {
  field_selections: [{ field_name: 'business_entity_type', accepted_values: ['corporation'] }],
};

/** Simulates a policy under which each past query loses a section. */
async function simulate(
  network: LocalNetwork,
  governor: BankClient,
  period: { readonly policy_id: string; readonly from: string; readonly to: string },
  selection: object,
): Promise<Simulated> {
  const startedAt = performance.now();
  const usedMs = processorTimeOfNetwork(network);
  const body = {
    ...period,
    is_default: true,
    model_selections: [{ model_name: 'business_identity_verification', ...selection }],
  };
  const read = (answer: string) =>
    JSON.parse(answer) as {
      readonly simulation_id: string;
      readonly state: string;
      readonly simulated_queries: number;
      readonly changed_queries: number;
    };
  let job = read(await governor.send('POST', '/v1/simulations', JSON.stringify(body)));
  let peakMb = 0;
  while (job.state === 'running') {
    peakMb = Math.max(peakMb, serviceMemoryOf(network, 'product-query'));
    await pause(POLL_MS);
    job = read(await governor.send('GET', `/v1/simulations/${job.simulation_id}`));
  }
  if (job.state !== 'completed' || job.changed_queries !== job.simulated_queries) {
    throw new Error(`the simulation is not as expected: ${JSON.stringify(job)}`);
  }
  return {
    queries: job.simulated_queries,
    perSecond: perSecond(job.simulated_queries, startedAt),
    us: ((processorTimeOfNetwork(network) - usedMs) * 1_000) / job.simulated_queries,
    peakMb,
  };
}

function perSecond(count: number, startedAt: number): number {
  return count / ((performance.now() - startedAt) / 1_000);
}
