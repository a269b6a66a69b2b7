import { Command } from '@commander-js/extra-typings';
import { eachItem, type FurnishingPolicy } from '@ndx/client';
import { collected } from '../collected.js';
import { jsonFrom } from '../json-input.js';
import { networkOf } from '../network-option.js';
import { positiveNumber } from '../option-values.js';
import { members, print, table } from '../output.js';
import { productNamed } from '../product-named.js';
import { comparisonText } from '../comparison-text.js';
import { FURNISHING, kindOf, termsOf } from '../policies/policy-kind.js';
import { connect } from '../session.js';
import { ask } from './policy-ask.js';
import { changes } from './policy-changes.js';
import { apply, pull } from './policy-files.js';
import { plan } from './policy-plan.js';
import { draft } from './policy-draft.js';
import { drafts } from './policy-drafts.js';
import { edit } from './policy-edit.js';
import { saveQueryTest } from './policy-save-test.js';
import { test } from './policy-test.js';
import { tests } from './policy-tests.js';
import { simulate } from './policy-simulate.js';
import { simulations } from './policy-simulations.js';
import { values } from './policy-values.js';

const list = new Command('list')
  .description("lists a network's querying policies")
  .option('--furnishing', 'lists its furnishing policies')
  .option('--product <slug>', 'those of a product or template')
  .option('--network <id>', 'id or name of the network')
  .option('--json', 'prints JSON')
  .action(async ({ furnishing, product, network, ...options }) => {
    const ndx = await connect();
    const query = {
      network_id: await networkOf(ndx, network),
      ...(product !== undefined && { product_id: (await productNamed(ndx, product)).id }),
    };
    if (furnishing) {
      const all = await collected(eachItem(ndx.listFurnishingPolicies, { query }));
      print(all, options, furnishingPoliciesText);
      return;
    }
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

const create = new Command('create')
  .description('creates a policy, which is a draft')
  .argument('<name>', 'unique in the network and the product')
  .option('--furnishing', 'creates a furnishing policy')
  .option('--product <slug>', 'slug of the product or template', 'kyb_certificate')
  .option('--copy <policy-id>', 'with the rules of another policy, of any network and product')
  .option('--network <id>', 'id or name of the network')
  .option('--json', 'prints JSON')
  .action(async (name, { furnishing, product, copy, network, ...options }) => {
    const ndx = await connect();
    const { id: product_id } = await productNamed(ndx, product);
    const network_id = await networkOf(ndx, network);
    const body = { product_id, network_id, name, ...(copy !== undefined && { copy_of: copy }) };
    const { data } = await ndx[`create${kindOf(furnishing)}Policy`]({ body });
    print(data, options, ({ id, version }) => members({ id, version, status: 'draft' }));
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
  .description('compares the draft, a configuration or a stored version with what applies')
  .argument('<policy-id>')
  .argument('[configuration]', 'JSON, a file with it, or - for standard input; default: the draft')
  .option(...FURNISHING)
  .option(
    '--policy-version <n>',
    'the stored version that the policy would have again',
    positiveNumber,
  )
  .option('--json', 'prints JSON')
  .action(async (policy_id, configuration, { furnishing, policyVersion: version, ...options }) => {
    const ndx = await connect();
    const kind = kindOf(furnishing);
    const path = { policy_id };
    const isDraft = configuration === undefined && version === undefined;
    const draft = isDraft ? (await ndx[`read${kind}PolicyDraft`]({ path })).data : undefined;
    const body = draft
      ? termsOf(draft)
      : {
          ...(configuration !== undefined && (await jsonFrom(configuration))),
          ...(version !== undefined && { version }),
        };
    const { data } = await ndx[`compare${kind}Policy`]({ path, body });
    print(data, options, (compared) =>
      [comparisonText(compared), ...(draft ? [members({ draft_digest: draft.digest })] : [])].join(
        '\n\n',
      ),
    );
  });

export const policy = new Command('policy')
  .description('reads, changes and publishes policies')
  .addCommand(list)
  .addCommand(get)
  .addCommand(create)
  .addCommand(edit)
  .addCommand(diff)
  .addCommand(simulate)
  .addCommand(simulations)
  .addCommand(values)
  .addCommand(draft)
  .addCommand(drafts)
  .addCommand(publish)
  .addCommand(pull)
  .addCommand(test)
  .addCommand(tests)
  .addCommand(ask)
  .addCommand(saveQueryTest)
  .addCommand(plan)
  .addCommand(apply)
  .addCommand(changes);

function furnishingPoliciesText(policies: readonly FurnishingPolicy[]): string {
  return table(
    ['ID', 'NAME', 'VERSION', 'STARTS', 'ENDS'],
    policies.map((each) => [
      ...[each.id, each.name, each.version],
      ...[each.active_on ?? 'not set', each.deprecated_on ?? 'no end'],
    ]),
    'The network has no furnishing policies; it accepts every record of its products.',
  );
}
