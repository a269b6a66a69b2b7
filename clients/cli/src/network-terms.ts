import type { NdxClient, Network } from '@ndx/client';
import { networkOf } from './network-option.js';
import { connect } from './session.js';

type Change = Parameters<NdxClient['changeNetwork']>[0]['body'];

/**
 * The terms of a network, after the change if there is one.
 * @param network the option --network
 */
export async function networkTerms(
  network: string | undefined,
  change: Change | undefined,
): Promise<Network> {
  const ndx = await connect();
  const path = { network_id: await networkOf(ndx, network) };
  const { data } =
    change === undefined
      ? await ndx.readNetwork({ path })
      : await ndx.changeNetwork({ path, body: change });
  return data;
}
