import { setTimeout as pause } from 'node:timers/promises';
import { stableId } from '@ndx/contracts';
import { DEMO_NETWORK, OPERATOR } from '@ndx/tools/network/demo-network';
import type { LocalNetwork } from '@ndx/tools/network/local-network';
import { BankClient } from '../bank-client.js';
import { besides } from '../beside.js';
import { repeatPastQueries } from '../fill/past-queries.js';
import { furnishBusinesses } from '../furnish-load.js';
import type { BenchContext, Figure, Measurement } from '../measurement.js';
import { percentile } from '../percentile.js';
import { processorTimeOfNetwork } from '../processor-time.js';
import { QueryClient } from '../query-client.js';
import { serviceMemoryOf } from '../resident-memory.js';
import { startNetwork } from '../start-network.js';

const BUSINESSES = 2_000;
/** Past queries about each business. */
const QUERIES_PER_BUSINESS = 50;
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
  about: `a policy simulated over the first query about each of ${BUSINESSES} businesses, over ${QUERIES_PER_BUSINESS} of each, and that beside KYB queries of one client`,
  run,
};

async function run(context: BenchContext): Promise<Figure[]> {
  const { isQuick, say } = context;
  const [businesses, copies, queries] = isQuick
    ? [50, 9, 50]
    : [BUSINESSES, QUERIES_PER_BUSINESS - 1, ALONE];
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
    const simulated = (since: string) => simulate(network, governor, policyId, since);
    const first = await simulated(from);
    say(`${first.queries} first queries simulated, ${first.perSecond.toFixed(0)} a second`);
    const since = await repeatPastQueries(network, from, copies);
    const restMb = serviceMemoryOf(network, 'product-query');
    const all = await simulated(since);
    say(`${all.queries} queries simulated, ${all.perSecond.toFixed(0)} a second`);

    const client = new QueryClient(network, businessIds, 1);
    const aloneAt = performance.now();
    const latenciesAlone = await client.run(queries);
    const perSecondAlone = perSecond(latenciesAlone.length, aloneAt);
    const startedAt = performance.now();
    const simulating = simulated(since);
    const latenciesBeside = await besides(client, simulating);
    const perSecondBeside = perSecond(latenciesBeside.length, startedAt);
    await client.close();
    const beside = await simulating;
    return [
      { name: 'first queries', value: first.perSecond, unit: '/s' },
      { name: 'processor time of a first query', value: first.us, unit: 'us' },
      {
        name: 'past queries',
        value: all.perSecond,
        unit: '/s',
        goal: { atLeast: GOAL_PER_SECOND },
      },
      {
        name: 'processor time of a past query',
        value: all.us,
        unit: 'us',
        goal: { atMost: GOAL_US },
      },
      { name: 'past queries beside a client', value: beside.perSecond, unit: '/s' },
      {
        name: 'product-query: growth',
        value: all.peakMb - restMb,
        unit: 'MB',
        goal: { atMost: MOST_GROWTH_MB },
      },
      { name: 'queries alone', value: perSecondAlone, unit: '/s' },
      { name: 'queries beside', value: perSecondBeside, unit: '/s' },
      {
        name: 'queries beside over alone',
        value: perSecondBeside / perSecondAlone,
        unit: '',
        goal: { atLeast: KEPT_RATE },
      },
      { name: 'query p99 alone', value: percentile(latenciesAlone, 0.99), unit: 'ms' },
      { name: 'query p99 beside', value: percentile(latenciesBeside, 0.99), unit: 'ms' },
    ];
  } finally {
    await governor.close();
    await network.stop();
  }
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

/** Simulates a policy under which each past query loses a section. */
async function simulate(
  network: LocalNetwork,
  governor: BankClient,
  policyId: string,
  from: string,
) {
  const startedAt = performance.now();
  const usedMs = processorTimeOfNetwork(network);
  const body = {
    policy_id: policyId,
    is_default: true,
    model_selections: [{ model_name: 'business_identity_verification', is_enabled: false }],
    from,
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
