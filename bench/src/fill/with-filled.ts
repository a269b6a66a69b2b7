import { join } from 'node:path';
import type { LocalNetwork } from '@ndx/tools/network/local-network';
import type { BenchContext } from '../measurement.js';
import { startNetwork } from '../start-network.js';

const FEW = 1_000;
const MANY = 1_000_000;
const MANY_QUICKLY = 20_000;

interface Filled<Content> {
  readonly network: LocalNetwork;
  readonly filled: Content;
}

/** Runs a task with two networks, one filled with a thousand of something and one with a million. */
export async function withFilled<Content, Result>(
  { dataDir, isQuick, say }: BenchContext,
  fill: (network: LocalNetwork, count: number) => Promise<Content>,
  task: (few: Filled<Content>, many: Filled<Content>) => Promise<Result>,
): Promise<Result> {
  const networks: LocalNetwork[] = [];
  const start = async (count: number): Promise<Filled<Content>> => {
    const folder = join(dataDir, String(count));
    const network = await startNetwork({ dataDir: folder, say: () => undefined });
    networks.push(network);
    const startedAt = performance.now();
    const filled = await fill(network, count);
    say(`filled with ${count} in ${((performance.now() - startedAt) / 1_000).toFixed(0)} s`);
    return { network, filled };
  };
  try {
    return await task(await start(FEW), await start(isQuick ? MANY_QUICKLY : MANY));
  } finally {
    await Promise.all(networks.map((network) => network.stop()));
  }
}
