import { Command } from '@commander-js/extra-typings';
import { eachItem } from '@ndx/client';
import { collected } from '../collected.js';
import { networkOf } from '../network-option.js';
import { print, table } from '../output.js';
import { connect, useNetwork } from '../session.js';

export const networks = new Command('networks')
  .description('lists the networks of the institution')
  .option('--json', 'prints JSON')
  .action(async (options) => {
    const ndx = await connect();
    const data = await collected(eachItem(ndx.listNetworks, { query: {} }));
    print(data, options, (all) =>
      table(
        ['ID', 'NAME', 'ROLES'],
        all.map(({ network_id, name, roles }) => [network_id, name, roles.join(',')]),
        'The institution belongs to no network.',
      ),
    );
  });

export const use = new Command('use')
  .description('sets the default network of later commands')
  .argument('<network>', 'id or name of the network')
  .action(async (network) => {
    const id = await networkOf(await connect(), network);
    await useNetwork(id);
    process.stdout.write(`Using network ${id}.\n`);
  });

export const institutions = new Command('institutions')
  .description('lists the institutions of a network')
  .option('--network <id>', 'id or name of the network')
  .option('--json', 'prints JSON')
  .action(async ({ network, ...options }) => {
    const ndx = await connect();
    const path = { network_id: await networkOf(ndx, network) };
    const all = await collected(eachItem(ndx.listParticipants, { path, query: {} }));
    print(all, options, (listed) =>
      table(
        ['ID', 'NAME', 'ROLES'],
        listed.map(({ entity_id, name, roles }) => [entity_id, name, roles.join(',')]),
        'The network has no institution.',
      ),
    );
  });

export const products = new Command('products')
  .description('lists the products and templates')
  .option('--json', 'prints JSON')
  .action(async (options) => {
    const { data } = await (await connect()).listProducts();
    print(data, options, (all) =>
      table(
        ['SLUG', 'KIND', 'SUBJECT', 'ID'],
        all.map(({ slug, kind, subject, id }) => [slug, kind, subject, id]),
        'There are no products.',
      ),
    );
  });
