import { join } from 'node:path';
import { freePort } from '@ndx/local-infra';
import { LocalNetwork } from '@ndx/tools/network/local-network';
import type { BenchContext } from '../measurement.js';

/** Starts and fills a separate network for each size. */
export async function startFilled<Filled>(
  { dataDir, say }: BenchContext,
  sizes: readonly number[],
  fill: (network: LocalNetwork, count: number) => Promise<Filled>,
): Promise<readonly { count: number; network: LocalNetwork; filled: Filled }[]> {
  const started: { count: number; network: LocalNetwork; filled: Filled }[] = [];
  try {
    for (const count of sizes) {
      const network = await LocalNetwork.start({
        dataDir: join(dataDir, String(count)),
        bus: 'embedded',
        gatewayPort: await freePort(),
        identityProviderPort: await freePort(),
        endWithThisProcess: true,
        log: () => undefined,
      });
      const startedAt = performance.now();
      try {
        started.push({ count, network, filled: await fill(network, count) });
      } catch (error) {
        await network.stop();
        throw error;
      }
      say(`filled with ${count} in ${((performance.now() - startedAt) / 1_000).toFixed(0)} s`);
    }
  } catch (error) {
    await Promise.all(started.map(({ network }) => network.stop()));
    throw error;
  }
  return started;
}
