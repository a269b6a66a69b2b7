import { Command, Option } from '@commander-js/extra-typings';
import { eachItem, type Invitation } from '@ndx/client';
import { collected } from '../collected.js';
import { networkOf } from '../network-option.js';
import { wholeNumber } from '../option-values.js';
import { members, print, table } from '../output.js';
import { connect } from '../session.js';

const ROLES = ['governor', 'furnisher', 'querier'] as const;

const network = () => new Option('--network <id>', 'id or name of the network');

const shown = ({ roles, ...invitation }: Invitation) =>
  members({ ...invitation, roles: roles.join(' ') });

const list = new Command('list')
  .description('lists the invitations of a network, for governors, or to one institution')
  .option('--entity <id>', 'the institution of the accounts')
  .addOption(network())
  .option('--json', 'prints JSON')
  .action(async (options) => {
    const ndx = await connect();
    const path = { network_id: await networkOf(ndx, options.network) };
    const query = options.entity === undefined ? {} : { entity_id: options.entity };
    const all = await collected(eachItem(ndx.listInvitations, { path, query }));
    print(all, options, (found) =>
      table(
        ['INVITATION', 'INSTITUTION', 'ROLES', 'EMAIL', 'STATUS', 'EXPIRES'],
        found.map(({ invitation_id, institution_name, roles, email, status, expires_at }) => [
          ...[invitation_id, institution_name, roles.join(' '), email, status, expires_at],
        ]),
        'There is no invitation.',
      ),
    );
  });

const send = new Command('send')
  .description('creates an invitation and prints its secret, which is not shown again')
  .option('--entity <id>', 'the institution of the account')
  .option('--institution <name>', 'the name of a new institution, for governors')
  .addOption(new Option('--role <roles...>', 'its roles in the network').choices(ROLES))
  .option('--email <address>', 'the address of the person, for your list')
  .option('--days <n>', 'the days until it expires; default: 7', wholeNumber)
  .addOption(network())
  .option('--json', 'prints JSON')
  .action(async ({ entity, institution, role, email, days, ...options }) => {
    const ndx = await connect();
    const { data } = await ndx.sendInvitation({
      path: { network_id: await networkOf(ndx, options.network) },
      body: {
        ...(entity !== undefined && { entity_id: entity }),
        ...(institution !== undefined && { institution_name: institution }),
        ...(role && { roles: [...role] }),
        ...(email !== undefined && { email }),
        ...(days !== undefined && { valid_days: days }),
      },
    });
    print(data, options, shown);
  });

const revoke = new Command('revoke')
  .description('revokes an invitation: nobody can accept it afterwards')
  .argument('<invitation-id>')
  .addOption(network())
  .option('--json', 'prints JSON')
  .action(async (invitation_id, options) => {
    const ndx = await connect();
    const path = { network_id: await networkOf(ndx, options.network), invitation_id };
    print((await ndx.revokeInvitation({ path })).data, options, shown);
  });

const read = new Command('read')
  .description('prints an invitation, for a person who is logged in and has no account')
  .argument('<secret>')
  .option('--json', 'prints JSON')
  .action(async (secret, options) => {
    const { data } = await (await connect()).readInvitation({ body: { secret } });
    print(data, options, ({ roles, ...offer }) => members({ ...offer, roles: roles.join(' ') }));
  });

const accept = new Command('accept')
  .description('accepts an invitation: the logged-in person gets the account')
  .argument('<secret>')
  .option('--json', 'prints JSON')
  .action(async (secret, options) => {
    const { data } = await (await connect()).acceptInvitation({ body: { secret } });
    print(data, options, members);
  });

export const invitations = new Command('invitations')
  .description('invites persons to be accounts, and accepts an invitation')
  .addCommand(list)
  .addCommand(send)
  .addCommand(revoke)
  .addCommand(read)
  .addCommand(accept);
