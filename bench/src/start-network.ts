import { freePort } from '@ndx/local-infra';
import { LocalNetwork } from '@ndx/tools/network/local-network';
import type { BenchContext } from './measurement.js';

/** Starts a complete system; its stores stop when this process exits. */
export async function startNetwork(
  { dataDir, say }: Pick<BenchContext, 'dataDir' | 'say'>,
  bus: 'embedded' | 'kafka' = 'embedded',
): Promise<LocalNetwork> {
  return LocalNetwork.start({
    dataDir,
    bus,
    gatewayPort: await freePort(),
    identityProviderPort: await freePort(),
    log: say,
  });
}
