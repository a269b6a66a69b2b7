import { Command } from '@commander-js/extra-typings';
import { eachItem, type Caller, type Network } from '@ndx/client';
import { collected } from '../collected.js';
import { members, print, table } from '../output.js';
import { connect, currentProfile, endSession, profiles as readProfiles } from '../session.js';

export const logout = new Command('logout')
  .description('deletes the session')
  .action(() => endSession());

export const profiles = new Command('profiles')
  .description(
    'lists the sessions: the one without a profile, and those of ndx --profile NAME login',
  )
  .option('--json', 'prints JSON')
  .action(async (options) => {
    const current = currentProfile();
    const listed = (await readProfiles()).map(({ name, baseUrl, network, environment }) => ({
      ...{ name, url: baseUrl, environment: environment ?? null, network_id: network ?? null },
      is_current: name === current,
    }));
    print(listed, options, (all) =>
      table(
        ['PROFILE', 'ADDRESS', 'ENVIRONMENT', 'NETWORK'],
        all.map(({ name, url, environment, network_id, is_current }) => [
          ...[is_current ? `${name} *` : name, url, environment, network_id],
        ]),
        'There is no session. Run: ndx login',
      ),
    );
  });

export const whoami = new Command('whoami')
  .description("shows the caller's institution and account, and lists its networks and roles")
  .option('--json', 'prints JSON')
  .action(async (options) => {
    const ndx = await connect();
    const { data: caller } = await ndx.readCaller();
    const networks = await collected(eachItem(ndx.listNetworks, { query: {} }));
    print({ ...caller, networks }, options, () =>
      [ofCaller(caller), ofNetworks(networks)].join('\n\n'),
    );
  });

function ofCaller({ institution_name, entity_id, account_id, subject }: Caller): string {
  return members({
    institution: institution_name,
    id: entity_id,
    account: account_id,
    user: subject,
  });
}

function ofNetworks(networks: readonly Network[]): string {
  if (networks.length === 0) return 'The institution belongs to no network.';
  return networks
    .map(({ name, network_id, roles }) =>
      members({ network: name, id: network_id, roles: roles.join(', ') }),
    )
    .join('\n\n');
}
