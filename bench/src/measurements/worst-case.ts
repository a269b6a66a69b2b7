import { tokenOf } from '@ndx/tools/network/api-client';
import { DEMO_NETWORK, OPERATOR } from '@ndx/tools/network/demo-network';
import type { LocalNetwork } from '@ndx/tools/network/local-network';
import {
  interfaceOperations,
  type InterfaceOperation,
} from '@ndx/tools/worst-case/interface-operations';
import { worstCases, type WorstCase } from '@ndx/tools/worst-case/worst-case-requests';
import { request } from 'undici';
import type { BenchContext, Figure, Measurement } from '../measurement.js';
import { startNetwork } from '../start-network.js';

const MOST_ANSWER_MS = 1_000;
const MOST_DELAY_MS = 200;

const IDS = { network_id: DEMO_NETWORK.id, entity_id: OPERATOR.entityId };

export const worstCase: Measurement = {
  name: 'worst-case',
  about:
    'the worst requests to each operation, one after the other: the slowest answer, and the longest delay of an event loop that a process measured meanwhile',
  run,
};

async function run(context: BenchContext): Promise<Figure[]> {
  const network = await startNetwork(context);
  try {
    const figures: Figure[] = [];
    for (const operation of interfaceOperations()) {
      const cases = worstCases(operation, IDS, context.isQuick ? 'short' : 'long');
      figures.push(...(await measured(network, operation, cases, context)));
    }
    return figures;
  } finally {
    await network.stop();
  }
}

async function measured(
  network: LocalNetwork,
  operation: InterfaceOperation,
  cases: readonly WorstCase[],
  { say }: BenchContext,
): Promise<Figure[]> {
  const { gatewayUrl, tokenUrl } = network.addresses;
  const token = tokenOf(tokenUrl, OPERATOR.account);
  await longestDelay(network);
  let slowest = { name: 'none', took: 0 };
  for (const each of cases) {
    const began = performance.now();
    const status = await send(gatewayUrl, operation.method, each, await token());
    const took = performance.now() - began;
    if (status >= 500) throw new Error(`${operation.path}: ${each.name} is a ${status}`);
    if (took > slowest.took) slowest = { name: each.name, took };
  }
  const delay = await longestDelay(network);
  const name = `${operation.method} ${operation.path}`;
  say(
    `${name}: ${slowest.took.toFixed(0)} ms (${slowest.name}), event loop ${delay.toFixed(0)} ms, ${cases.length} requests`,
  );
  return [
    { name, value: slowest.took, unit: 'ms', goal: { atMost: MOST_ANSWER_MS } },
    { name: `${name}: event loop`, value: delay, unit: 'ms', goal: { atMost: MOST_DELAY_MS } },
  ];
}

async function send(
  url: string,
  method: string,
  { path, headers, body }: WorstCase,
  token: string,
): Promise<number> {
  const answer = await request(`${url}${path}`, {
    method: method as 'GET',
    headers: {
      authorization: `Bearer ${token}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    body: body ?? null,
  });
  await answer.body.dump();
  return answer.statusCode;
}

/** Longest event loop delay of any process since the previous call, in milliseconds. */
async function longestDelay(network: LocalNetwork): Promise<number> {
  const delays = await Promise.all(
    [...network.processes.keys()].map(async (name) => {
      const { PORT, METRICS_PORT } = network.environment(name);
      const answer = await fetch(`http://127.0.0.1:${METRICS_PORT ?? PORT ?? ''}/metrics`);
      const [, seconds] =
        /^nodejs_eventloop_lag_max_seconds\S* (\S+)$/m.exec(await answer.text()) ?? [];
      return Number(seconds) * 1_000;
    }),
  );
  return Math.max(...delays);
}
