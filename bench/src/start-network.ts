import { freePort } from '@ndx/local-infra';
import { LocalNetwork } from '@ndx/tools/network/local-network';
import type { BenchContext } from './measurement.js';

/**
 * Starts a complete system; its stores stop when this process exits.
 * @param keepsTraces whether every process exports its spans, as with `npm start`
 */
export async function startNetwork(
  { dataDir, say }: Pick<BenchContext, 'dataDir' | 'say'>,
  bus: 'embedded' | 'kafka' = 'embedded',
  keepsTraces = false,
): Promise<LocalNetwork> {
  return LocalNetwork.start({
    dataDir,
    bus,
    keepsTraces,
    gatewayPort: await freePort(),
    identityProviderPort: await freePort(),
    log: say,
  });
}
