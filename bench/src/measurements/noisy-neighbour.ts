import { setTimeout as pause } from 'node:timers/promises';
import { ApiClient, tokenOf } from '@ndx/tools/network/api-client';
import { DEMO_NETWORK, OPERATOR } from '@ndx/tools/network/demo-network';
import { ensureMembership } from '@ndx/tools/network/ensure-resources';
import type { LocalNetwork } from '@ndx/tools/network/local-network';
import { BankClient } from '../bank-client.js';
import { furnishBusinesses } from '../furnish-load.js';
import { figureOf, type BenchContext, type Figure, type Measurement } from '../measurement.js';
import { percentile } from '../percentile.js';
import { QueryClient, queryOf, queryStatus } from '../query-client.js';
import { startNetwork } from '../start-network.js';

const IN_PROGRESS = 500;
const BUSINESSES = 100;
/** `Retry-After` of a request beyond `REQUESTS_IN_PROGRESS`. */
const RETRY_AFTER_MS = 1_000;

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
    const noisy = await secondQuerier(network);
    await quiet.untilQueryable();
    const bodies = ids.map(queryOf);
    while ((await queryStatus(noisy, bodies[0] ?? '')) !== 200) await pause(50);
    const queries = context.isQuick ? 20 : 500;
    await quiet.run(queries);
    const alone: number[] = [];
    const beside: number[] = [];
    for (let round = 0; round < context.rounds; round += 1) {
      alone.push(percentile(await quiet.run(queries), 0.99));
      const latencies = await during(noisy, bodies, () => quiet.run(queries));
      beside.push(percentile(latencies, 0.99));
    }
    await Promise.all([quiet.close(), noisy.close()]);
    const ratios = beside.map((value, round) => value / (alone[round] ?? value));
    return [
      figureOf('p99 alone', 'ms', alone),
      figureOf('p99 beside the other institution', 'ms', beside),
      figureOf('p99 over p99', '', ratios, { atMost: 2 }),
    ];
  } finally {
    await network.stop();
  }
}

/** The operator's institution, which may query from now on. */
async function secondQuerier(network: LocalNetwork): Promise<BankClient> {
  const { gatewayUrl, tokenUrl } = network.addresses;
  const operator = new ApiClient(gatewayUrl, tokenOf(tokenUrl, OPERATOR.account));
  const roles = ['governor', 'querier'] as const;
  await ensureMembership(operator, DEMO_NETWORK.id, { ...OPERATOR, roles });
  return BankClient.connect(network, OPERATOR, IN_PROGRESS);
}

/**
 * Keeps queries in progress; a client whose query is rejected waits for as long as the response says
 * and up to a second more, so that the clients do not return together.
 */
async function during<T>(
  client: BankClient,
  bodies: readonly string[],
  work: () => Promise<T>,
): Promise<T> {
  let isOver = false;
  const clients = Array.from({ length: IN_PROGRESS }, async (_, index) => {
    while (!isOver) {
      const status = await queryStatus(client, bodies[index % bodies.length] ?? '');
      if (status === 429) await pause(RETRY_AFTER_MS * (1 + Math.random()));
      else if (status !== 200) throw new Error(`a query was answered with ${status}`);
    }
  });
  const worked = work().finally(() => {
    isOver = true;
  });
  const [result] = await Promise.all([worked, ...clients]);
  return result;
}
