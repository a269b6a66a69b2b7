import { Command } from '@commander-js/extra-typings';
import { eachItem, type Account, type Membership } from '@ndx/client';
import { collected } from '../collected.js';
import { networkOf } from '../network-option.js';
import { wholeNumber } from '../option-values.js';
import { members as lines, print, table } from '../output.js';
import { connect } from '../session.js';

type Roles = Membership['roles'];

const membership = ({ entity_id, roles, joined_at, revision }: Membership) =>
  lines({ entity_id, roles: roles.length === 0 ? 'none' : roles.join(' '), joined_at, revision });

const list = new Command('list')
  .description('lists the institutions of a network with their roles, for governors')
  .option('--network <id>', 'id or name of the network')
  .option('--json', 'prints JSON')
  .action(async ({ network, ...options }) => {
    const ndx = await connect();
    const path = { network_id: await networkOf(ndx, network) };
    const all = await collected(eachItem(ndx.listInstitutions, { path, query: {} }));
    print(all, options, (found) =>
      table(
        ['ID', 'NAME', 'ORGANIZATION', 'ROLES'],
        found.map(({ entity_id, name, org_id, roles }) => [
          ...[entity_id, name, org_id, roles.join(',')],
        ]),
        'The network has no institution.',
      ),
    );
  });

// The service rejects an unknown role, and lists the known ones.
const register = new Command('register')
  .description('registers an institution and admits it to a network')
  .argument('<name>')
  .requiredOption('--org <org-id>', 'its organization at the identity provider')
  .requiredOption('--role <roles...>', 'such as furnisher or querier')
  .option('--network <id>', 'id or name of the network')
  .option('--json', 'prints JSON')
  .action(async (name, { org, role, network, ...options }) => {
    const ndx = await connect();
    const path = { network_id: await networkOf(ndx, network) };
    const body = { name, org_id: org, roles: role as Roles };
    const { data } = await ndx.registerInstitution({ path, body });
    print(data, options, ({ entity_id, org_id, roles }) =>
      lines({ entity_id, name: data.name, org_id, roles: roles.join(' ') }),
    );
  });

const admit = new Command('admit')
  .description('admits an institution to a network, or changes its roles')
  .argument('<entity-id>')
  .requiredOption('--role <roles...>', 'all roles that it has then')
  .option('--network <id>', 'id or name of the network')
  .option(
    '--expected-revision <n>',
    'fails (409) when the membership has another revision',
    wholeNumber,
  )
  .option('--json', 'prints JSON')
  .action(async (entity_id, { role, network, expectedRevision, ...options }) => {
    const ndx = await connect();
    const path = { network_id: await networkOf(ndx, network), entity_id };
    const expected = expectedRevision !== undefined && { expected_revision: expectedRevision };
    const body = { roles: role as Roles, ...expected };
    const { data } = await ndx.grantMembership({ path, body });
    print(data, options, membership);
  });

const end = new Command('end')
  .description('ends the membership of an institution in a network')
  .argument('<entity-id>')
  .option('--network <id>', 'id or name of the network')
  .option('--json', 'prints JSON')
  .action(async (entity_id, { network, ...options }) => {
    const ndx = await connect();
    const path = { network_id: await networkOf(ndx, network), entity_id };
    const { data } = await ndx.endMembership({ path });
    print(data, options, membership);
  });

const account = ({ account_id, subject, email, status }: Account) =>
  lines({ account_id, subject, email, status });

const listAccounts = new Command('list')
  .description('lists the accounts of an institution')
  .argument('<entity-id>')
  .option('--network <id>', 'id or name of the network')
  .option('--json', 'prints JSON')
  .action(async (entity_id, { network, ...options }) => {
    const ndx = await connect();
    const path = { network_id: await networkOf(ndx, network), entity_id };
    const all = await collected(eachItem(ndx.listAccounts, { path, query: {} }));
    print(all, options, (found) =>
      table(
        ['ACCOUNT', 'SUBJECT', 'EMAIL', 'STATUS'],
        found.map(({ account_id, subject, email, status }) => [account_id, subject, email, status]),
        'The institution has no account.',
      ),
    );
  });

const addAccount = new Command('add')
  .description('adds an account for a user of the identity provider')
  .argument('<entity-id>')
  .requiredOption('--subject <subject>', 'the user claim (sub) of its tokens')
  .option('--email <address>', 'an email address, for people')
  .option('--network <id>', 'id or name of the network')
  .option('--json', 'prints JSON')
  .action(async (entity_id, { subject, email, network, ...options }) => {
    const ndx = await connect();
    const path = { network_id: await networkOf(ndx, network), entity_id };
    const body = { subject, ...(email !== undefined && { email }) };
    const { data } = await ndx.addAccount({ path, body });
    print(data, options, account);
  });

/** A command that sets the status of an account. */
const setStatus = (name: string, status: Account['status'], description: string) =>
  new Command(name)
    .description(description)
    .argument('<entity-id>')
    .argument('<account-id>')
    .option('--network <id>', 'id or name of the network')
    .option('--json', 'prints JSON')
    .action(async (entity_id, account_id, { network, ...options }) => {
      const ndx = await connect();
      const path = { network_id: await networkOf(ndx, network), entity_id, account_id };
      const { data } = await ndx.setAccountStatus({ path, body: { status } });
      print(data, options, account);
    });

const accounts = new Command('accounts')
  .description('administers the accounts of an institution')
  .addCommand(listAccounts)
  .addCommand(addAccount)
  .addCommand(setStatus('suspend', 'suspended', 'suspends an account: it cannot authenticate'))
  .addCommand(setStatus('activate', 'active', 'activates a suspended account'));

export const members = new Command('members')
  .description('administers the members of a network, for governors')
  .addCommand(list)
  .addCommand(register)
  .addCommand(admit)
  .addCommand(end)
  .addCommand(accounts);
