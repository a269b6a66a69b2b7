import { Command } from '@commander-js/extra-typings';
import { eachItem } from '@ndx/client';
import { collected } from '../collected.js';
import { networkOf } from '../network-option.js';
import { print, table } from '../output.js';
import { connect } from '../session.js';
import { showSimulation } from './policy-simulate.js';

const list = new Command('list')
  .description('lists the simulations of querying policies, oldest first')
  .option('--network <id>', 'id or name of the network')
  .option('--json', 'prints JSON')
  .action(async ({ network, ...options }) => {
    const ndx = await connect();
    const query = { network_id: await networkOf(ndx, network) };
    const data = await collected(eachItem(ndx.listSimulations, { query }));
    print(data, options, (all) =>
      table(
        ['SIMULATION ID', 'POLICY ID', 'STATE', 'FROM', 'TO', 'SIMULATED', 'CHANGED', 'BY'],
        all.map((each) => [
          ...[each.simulation_id, each.policy_id, each.state, each.from, each.to],
          ...[each.simulated_queries, each.changed_queries, each.account_id],
        ]),
        'No simulation is kept.',
      ),
    );
  });

const get = new Command('get')
  .description('shows the counts of a simulation')
  .argument('<simulation-id>')
  .option('--queries', 'also lists the queries whose answer changes')
  .option('--json', 'prints JSON')
  .action(async (simulation_id, options) => {
    const ndx = await connect();
    const { data } = await ndx.readSimulation({ path: { simulation_id } });
    await showSimulation(ndx, data, options);
  });

const cancel = new Command('cancel')
  .description('ends a running simulation, and shows its counts so far; one that has ended stays')
  .argument('<simulation-id>')
  .option('--json', 'prints JSON')
  .action(async (simulation_id, options) => {
    const ndx = await connect();
    const { data } = await ndx.cancelSimulation({ path: { simulation_id } });
    await showSimulation(ndx, data, options);
  });

export const simulations = new Command('simulations')
  .description('the simulations of querying policies, which are kept for some time')
  .addCommand(list)
  .addCommand(get)
  .addCommand(cancel);
