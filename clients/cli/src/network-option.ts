import { eachItem, type NdxClient } from '@ndx/client';
import { CliError } from './cli-error.js';
import { collected } from './collected.js';
import { defaultNetwork } from './session.js';

/**
 * The network of a command: the one that the option names by its id or name, otherwise the default of
 * the session, otherwise the only one of the institution.
 * @throws CliError when the choice is not unique
 */
export async function networkOf(ndx: NdxClient, option: string | undefined): Promise<string> {
  const given = option ?? (await defaultNetwork());
  const networks = await collected(eachItem(ndx.listNetworks, { query: {} }));
  const matching = networks.filter(
    ({ network_id, name }) => given === undefined || network_id === given || name === given,
  );
  const [network, another] = matching;
  if (network !== undefined && another === undefined) return network.network_id;
  if (networks.length === 0) {
    throw new CliError('not found', 'the institution belongs to no network', {
      hint: 'Ask the governor of the network for a membership.',
    });
  }
  const known = networks.map(({ network_id, name }) => `${network_id} (${name})`).join(', ');
  const several = `the institution belongs to ${networks.length} networks`;
  throw new CliError('usage', given === undefined ? several : `no network ${given}`, {
    hint: `Choose with --network, or once with ndx use: ${known}`,
  });
}
