import { Argument, Command, Option } from '@commander-js/extra-typings';
import { eachItem, type ClientPermission, type RegisteredClient } from '@ndx/client';
import { collected } from '../collected.js';
import { networkOf } from '../network-option.js';
import { networkTerms } from '../network-terms.js';
import { wholeNumber } from '../option-values.js';
import { members, print, table } from '../output.js';
import { connect } from '../session.js';

const BINDINGS = ['optional', 'required'] as const;

const shown = ({ permissions, network_ids, addresses, ...client }: RegisteredClient) =>
  members({
    ...{ account_id: client.account_id, subject: client.subject, client_id: client.client_id },
    ...{ name: client.name, permissions: permissions.join(' '), networks: network_ids.join(' ') },
    addresses: addresses?.join(' ') ?? 'all',
    ...{ token_binding: client.token_binding, status: client.status },
    ...{ registered_by: client.registered_by, registered_at: client.registered_at },
    removed_at: client.removed_at,
  });

const list = new Command('list')
  .description('lists the clients that are registered')
  .option('--json', 'prints JSON')
  .action(async (options) => {
    const ndx = await connect();
    const all = await collected(eachItem(ndx.listClients, { query: {} }));
    print(all, options, (found) =>
      table(
        ['ACCOUNT', 'CLIENT', 'NAME', 'PERMISSIONS', 'TOKENS', 'STATUS'],
        found.map(({ account_id, client_id, name, permissions, token_binding, status }) => [
          ...[account_id, client_id, name, permissions.join(' ')],
          ...[token_binding === 'required' ? 'bound' : 'any', status],
        ]),
        'The institution has no client.',
      ),
    );
  });

// The service rejects an unknown permission, and lists the known ones.
const add = new Command('add')
  .description('registers a client of the identity provider, with an account for its tokens')
  .argument('<client-id>', 'the client at the identity provider')
  .requiredOption(
    '--subject <subject>',
    'the user claim (sub) of its tokens, such as the id of its service account',
  )
  .requiredOption('--permission <permissions...>', 'its permissions, such as data:furnish')
  .option('--name <name>', 'a name for people; default: the client id')
  .option('--network <networks...>', 'ids or names of its networks; default: the network in use')
  .option('--address <addresses...>', 'the IP addresses or networks of its requests; default: all')
  .addOption(
    new Option('--token-binding <binding>', 'required: only tokens with a proof of their key')
      .choices(BINDINGS)
      .default('optional' as const),
  )
  .option('--json', 'prints JSON')
  .action(async (client_id, { subject, permission, name, network, address, ...options }) => {
    const ndx = await connect();
    const networks = network ?? [undefined];
    const body = {
      ...{ client_id, subject, name: name ?? client_id },
      permissions: permission as ClientPermission[],
      network_ids: await Promise.all(networks.map((each) => networkOf(ndx, each))),
      ...(address && { addresses: address }),
      token_binding: options.tokenBinding,
    };
    const { data } = await ndx.registerClient({ body });
    print(data, options, shown);
  });

const remove = new Command('remove')
  .description('removes a client: no later request uses its account, in any service')
  .argument('<account-id>')
  .option('--json', 'prints JSON')
  .action(async (account_id, options) => {
    const { data } = await (await connect()).removeClient({ path: { account_id } });
    print(data, options, shown);
  });

const tokenBinding = new Command('token-binding')
  .description('shows or sets whether clients need bound tokens in the network, for governors')
  .addArgument(
    new Argument('[setting]', 'required: only tokens with a proof of their key').choices(BINDINGS),
  )
  .option('--network <id>', 'id or name of the network')
  .option(
    '--expected-revision <n>',
    'fails (409) when the network has another revision',
    wholeNumber,
  )
  .option('--json', 'prints JSON')
  .action(async (setting, options) => {
    const terms = await networkTerms(options, setting && { client_token_binding: setting });
    print(terms, options, ({ client_token_binding, revision }) =>
      members({ client_token_binding, revision }),
    );
  });

export const clients = new Command('clients')
  .description("administers the institution's clients: programs with an account")
  .addCommand(list)
  .addCommand(add)
  .addCommand(remove)
  .addCommand(tokenBinding);
