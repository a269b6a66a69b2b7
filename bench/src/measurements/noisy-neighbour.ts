import { setTimeout as pause } from 'node:timers/promises';
import { ApiClient, tokenOf } from '@ndx/tools/network/api-client';
import { DEMO_NETWORK, OPERATOR } from '@ndx/tools/network/demo-network';
import { ensureMembership } from '@ndx/tools/network/ensure-resources';
import type { LocalNetwork } from '@ndx/tools/network/local-network';
import { BankClient } from '../bank-client.js';
import { furnishBusinesses } from '../furnish-load.js';
import { figureOf, type BenchContext, type Figure, type Measurement } from '../measurement.js';
import { besideNoisyClients } from './noisy-clients.js';
import { percentile } from '../percentile.js';
import { QueryClient, queryOf, queryStatus } from '../query-client.js';
import { startNetwork } from '../start-network.js';

const IN_PROGRESS = 500;
const BUSINESSES = 100;

export const noisyNeighbour: Measurement = {
  name: 'noisy-neighbour',
  about: `KYB queries of one client, alone and while another institution has ${IN_PROGRESS} in progress`,
  run,
};

async function run(context: BenchContext): Promise<Figure[]> {
  const network = await startNetwork(context);
  try {
    const ids = await furnishBusinesses(network, BUSINESSES);
    const quiet = new QueryClient(network, ids, 1);
    const bodies = ids.map(queryOf);
    await quiet.untilQueryable();
    await addQuerier(network, bodies[0] ?? '');
    const { addresses } = network;
    const noisy = { addresses, institution: OPERATOR, clients: IN_PROGRESS, bodies };
    const queries = context.isQuick ? 20 : 2_000;
    await quiet.run(queries);
    const alone: number[] = [];
    const beside: number[] = [];
    const throughput: number[] = [];
    for (let round = 0; round < context.rounds; round += 1) {
      alone.push(percentile(await quiet.run(queries), 0.99));
      const { result, perSecond } = await besideNoisyClients(noisy, () => quiet.run(queries));
      beside.push(percentile(result, 0.99));
      throughput.push(perSecond);
    }
    await quiet.close();
    const ratios = beside.map((value, round) => value / (alone[round] ?? value));
    return [
      figureOf('p99 alone', 'ms', alone),
      figureOf('p99 beside the other institution', 'ms', beside),
      figureOf('queries of the other institution', '/s', throughput),
      figureOf('p99 over p99', '', ratios, { atMost: 2 }),
    ];
  } finally {
    await network.stop();
  }
}

/** Lets the operator's institution query, and waits until it does. */
async function addQuerier(network: LocalNetwork, body: string): Promise<void> {
  const { gatewayUrl, tokenUrl } = network.addresses;
  const operator = new ApiClient(gatewayUrl, tokenOf(tokenUrl, OPERATOR.account));
  const roles = ['governor', 'querier'] as const;
  await ensureMembership(operator, DEMO_NETWORK.id, { ...OPERATOR, roles });
  const client = BankClient.connect(network, OPERATOR, 1);
  while ((await queryStatus(client, body)) !== 200) await pause(50);
  await client.close();
}
