import { Command } from '@commander-js/extra-typings';
import { eachItem } from '@ndx/client';
import { collected } from '../collected.js';
import { jsonFrom } from '../json-input.js';
import { networkOf } from '../network-option.js';
import { positiveNumber } from '../option-values.js';
import { members, print, table } from '../output.js';
import { comparisonText } from '../comparison-text.js';
import { connect } from '../session.js';
import { changes } from './policy-changes.js';
import { apply, plan, pull } from './policy-files.js';
import { draft, draftTerms } from './policy-draft.js';
import { test } from './policy-test.js';
import { simulate } from './policy-simulate.js';

const list = new Command('list')
  .description("lists a network's querying policies")
  .option('--network <id>', 'id or name of the network')
  .option('--json', 'prints JSON')
  .action(async ({ network, ...options }) => {
    const ndx = await connect();
    const query = { network_id: await networkOf(ndx, network) };
    const data = await collected(eachItem(ndx.listQueryingPolicies, { query }));
    print(data, options, (all) =>
      table(
        ['ID', 'NAME', 'VERSION', 'STATUS', 'DEFAULT', 'ENFORCED'],
        all.map((each) => [
          ...[each.id, each.name, each.version],
          ...[each.status, each.is_default, each.enforced],
        ]),
        'The network has no querying policy; the built-in default applies.',
      ),
    );
  });

const get = new Command('get')
  .description('prints a querying policy as JSON')
  .argument('<policy-id>')
  .action(async (policy_id) => {
    const { data } = await (await connect()).readQueryingPolicy({ path: { policy_id } });
    print(data, { json: true }, String);
  });

const configure = new Command('edit')
  .description('changes the members in a configuration; omitted members are unchanged')
  .argument('<policy-id>')
  .argument('<configuration>', 'JSON, a file with it, or - for standard input')
  .option(
    '--expected-version <n>',
    'fails (409) when the policy has another version',
    positiveNumber,
  )
  .option('--json', 'prints JSON')
  .action(async (policy_id, configuration, { expectedVersion, ...options }) => {
    const body = {
      ...(await jsonFrom(configuration)),
      ...(expectedVersion !== undefined && { expected_version: expectedVersion }),
    };
    const { data } = await (await connect()).configureQueryingPolicy({ path: { policy_id }, body });
    print(data, options, ({ id, version, status }) => members({ id, version, status }));
  });

const publish = new Command('publish')
  .description('publishes a querying policy')
  .argument('<policy-id>')
  .option('--default', 'makes it the default of the network')
  .option('--json', 'prints JSON')
  .action(async (policy_id, { default: isDefault, ...options }) => {
    const { data } = await (
      await connect()
    ).configureQueryingPolicy({
      path: { policy_id },
      body: { status: 'published', ...(isDefault && { is_default: true }) },
    });
    print(data, options, ({ id, version, status, is_default }) =>
      members({ id, version, status, is_default }),
    );
  });

const diff = new Command('diff')
  .description('compares the draft, a configuration or a stored version with a querying policy')
  .argument('<policy-id>')
  .argument('[configuration]', 'JSON, a file with it, or - for standard input; default: the draft')
  .option(
    '--policy-version <n>',
    'the stored version that the policy would have again',
    positiveNumber,
  )
  .option('--json', 'prints JSON')
  .action(async (policy_id, configuration, { policyVersion: version, ...options }) => {
    const ndx = await connect();
    const path = { policy_id };
    const isDraft = configuration === undefined && version === undefined;
    const body = isDraft
      ? await draftTerms(ndx, policy_id)
      : {
          ...(configuration !== undefined && (await jsonFrom(configuration))),
          ...(version !== undefined && { version }),
        };
    const { data } = await ndx.compareQueryingPolicy({ path, body });
    print(data, options, comparisonText);
  });

export const policy = new Command('policy')
  .description('reads, changes and publishes querying policies')
  .addCommand(list)
  .addCommand(get)
  .addCommand(configure)
  .addCommand(diff)
  .addCommand(simulate)
  .addCommand(draft)
  .addCommand(publish)
  .addCommand(pull)
  .addCommand(test)
  .addCommand(plan)
  .addCommand(apply)
  .addCommand(changes);
