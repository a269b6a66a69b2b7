import { freePort } from '@ndx/local-infra';
import { LocalNetwork } from '@ndx/tools/network/local-network';
import type { BenchContext } from './measurement.js';

/** Starts a complete system for one measurement; its stores stop when this process exits. */
export async function startNetwork(
  { dataDir, say }: BenchContext,
  bus: 'embedded' | 'kafka' = 'embedded',
): Promise<LocalNetwork> {
  return LocalNetwork.start({
    dataDir,
    bus,
    gatewayPort: await freePort(),
    identityProviderPort: await freePort(),
    endWithThisProcess: true,
    log: say,
  });
}
