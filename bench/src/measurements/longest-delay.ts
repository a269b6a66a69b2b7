import { OPERATOR } from '@ndx/tools/network/demo-network';
import type { LocalNetwork } from '@ndx/tools/network/local-network';
import { BankClient } from '../bank-client.js';
import type { BenchContext, Figure, Measurement } from '../measurement.js';
import { startNetwork } from '../start-network.js';

export const longestDelay: Measurement = {
  name: 'longest-delay',
  about: 'the longest delay of the event loop of each process while it reads the largest requests',
  run,
};

/** An operation of each service. */
const OPERATIONS: Readonly<Record<string, string>> = {
  entity: '/v1/networks',
  consent: '/v1/consent/business',
  policy: '/v1/networks/policies/querying',
  attestation: '/v1/institution-attestation',
  furnishing: '/v1/products/kyb_certificate/furnish',
  'product-query': '/v1/products/kyb_certificate/query',
};

const LARGEST = 1_000_000;
const MEMBERS = 49_000;

/** Bodies near the limits of size, members and levels (decision 0067). */
const BODIES: readonly string[] = [
  `{"${'k'.repeat(LARGEST)}":1}`,
  `{"name":"${'a@'.repeat(LARGEST / 2)}"}`,
  `{${Array.from({ length: MEMBERS }, (_, at) => `"m${at}":0`).join(',')}}`,
  `{"name":[${Array.from({ length: MEMBERS }, () => '""').join(',')}]}`,
  `{"name":${'['.repeat(99)}${']'.repeat(99)}}`,
  `{"name":${'9'.repeat(LARGEST)}}`,
];

const SERIES = 'nodejs_eventloop_lag_max_seconds';

async function run(context: BenchContext): Promise<Figure[]> {
  const network = await startNetwork(context);
  const client = BankClient.connect(network, OPERATOR, 1);
  try {
    const repeats = context.isQuick ? 1 : 20;
    await sendAll(client, 1);
    // Each reading begins a new window of the metric.
    await longestDelays(network);
    await sendAll(client, repeats);
    const delays = await longestDelays(network);
    return delays.map(([name, seconds]) => ({ name, value: seconds * 1_000, unit: 'ms' }));
  } finally {
    await client.close();
    await network.stop();
  }
}

async function sendAll(client: BankClient, times: number): Promise<void> {
  for (const path of Object.values(OPERATIONS)) {
    for (const body of BODIES) {
      for (let left = times; left > 0; left -= 1) {
        const status = await client.statusOf('POST', path, body);
        // Any other rejection would come before the service reads the body.
        if (status !== 400 && status !== 422) throw new Error(`${path} answered ${status}`);
      }
    }
  }
}

/** By process, from its metrics; each includes the 100 ms between two samples. */
async function longestDelays({ processes, environment }: LocalNetwork) {
  return Promise.all(
    [...processes.keys()].map(async (name): Promise<readonly [string, number]> => {
      const { PORT, METRICS_PORT = PORT } = environment(name);
      const answer = await fetch(`http://localhost:${String(METRICS_PORT)}/metrics`);
      const line = (await answer.text()).split('\n').find((text) => text.startsWith(SERIES));
      return [name, Number(line?.split(' ').at(-1))];
    }),
  );
}
