import { Command } from '@commander-js/extra-typings';
import { eachItem, type NdxClient, type Simulation } from '@ndx/client';
import { CHANGES_PLANNED } from '../cli-error.js';
import { collected } from '../collected.js';
import { comparisonText } from '../comparison-text.js';
import { networkOf } from '../network-option.js';
import { print, table } from '../output.js';
import { parsePeriod } from '../period/period.js';
import { applyChange, type AppliedChange } from '../policies/apply-change.js';
import { plannedChanges, type PlannedChange } from '../policies/planned-changes.js';
import { fileOf } from '../policies/policy-file.js';
import { fileNameOf, PolicyFolder, type StoredPolicy } from '../policies/policy-folder.js';
import { requirePassedTests } from '../policies/policy-tests.js';
import { policyFileSchema, type OpenApiDocument } from '../policies/policy-schema.js';
import { connect } from '../session.js';
import { simulationText } from '../simulation-text.js';
import { lastDays, simulated } from './policy-simulate.js';

const UNCHANGED = 'No policy would change.';

export const pull = new Command('pull')
  .description(
    'writes a file for each querying policy of the network, and JSON schemas of policies and tests',
  )
  .argument('<directory>')
  .option('--network <id>', 'id or name of the network')
  .option('--json', 'prints JSON')
  .action(async (directory, { network, ...options }) => {
    const ndx = await connect();
    const folder = new PolicyFolder(directory);
    await folder.create();
    const query = { network_id: await networkOf(ndx, network) };
    const { data: products } = await ndx.listProducts();
    const { data: document } = await ndx.request({ method: 'GET', path: '/openapi.json' });
    const { policyTestSchema } = await import('@ndx/product-query/policy-test');
    await folder.writeSchemas(policyFileSchema(document as OpenApiDocument), policyTestSchema());
    const stored: StoredPolicy[] = await folder.policies();
    const policies = await collected(eachItem(ndx.listQueryingPolicies, { query }));
    const files = policies.map((policy) => {
      const slug = products.find(({ id }) => id === policy.product_id)?.slug ?? policy.product_id;
      const file = { name: fileNameOf(policy, slug, stored), file: fileOf(policy) };
      stored.push(file);
      return file;
    });
    for (const file of files) await folder.write(file);
    print(files, options, (all) =>
      table(
        ['FILE', 'NAME', 'VERSION', 'STATUS'],
        all.map(({ name, file: { version, configuration } }) => [
          ...[name, configuration.name, version, configuration.status],
        ]),
        'The network has no querying policy.',
      ),
    );
  });

export const plan = new Command('plan')
  .description(`shows what the files would change; the exit status is then ${CHANGES_PLANNED}`)
  .argument('<directory>')
  .option('--simulate', 'also answers past queries as if the files applied')
  .option('--for <period>', 'the period of the simulation; default: the last 30 days')
  .option('--json', 'prints JSON')
  .action(async (directory, { simulate, for: period, ...options }) => {
    const folder = new PolicyFolder(directory);
    await requirePassedTests(folder);
    const ndx = await connect();
    const times = period === undefined ? lastDays() : parsePeriod(period);
    const changes = await plannedChanges(ndx, folder);
    const planned: Planned[] = [];
    for (const change of changes) {
      planned.push({ change, simulation: simulate ? await simulation(ndx, change, times) : null });
    }
    print(planned.map(toRecord), options, () =>
      planned.length === 0 ? UNCHANGED : planned.map(plannedText).join('\n\n'),
    );
    if (planned.length > 0) process.exitCode = CHANGES_PLANNED;
  });

export const apply = new Command('apply')
  .description('saves and publishes the files that change their policy')
  .argument('<directory>')
  .option('--comment <text>', 'why, for the other governors')
  .option('--json', 'prints JSON')
  .action(async (directory, { comment, ...options }) => {
    const folder = new PolicyFolder(directory);
    await requirePassedTests(folder);
    const ndx = await connect();
    const applied: AppliedChange[] = [];
    for (const change of await plannedChanges(ndx, folder)) {
      const result = await applyChange(ndx, change, comment);
      applied.push(result);
      const file = { ...change.file, version: result.version };
      if (result.digest === null) await folder.write({ name: change.name, file });
    }
    print(applied, options, appliedText);
  });

interface Planned {
  readonly change: PlannedChange;
  readonly simulation: Simulation | null;
}

function simulation(ndx: NdxClient, { file }: PlannedChange, times: { readonly from: string }) {
  const { consent, permissible_purposes, model_selections } = file.configuration;
  const { policy_id } = file;
  return simulated(ndx, { policy_id, consent, permissible_purposes, model_selections, ...times });
}

function toRecord({ change: { name, file, comparison }, simulation: result }: Planned) {
  return { file: name, ...file, comparison, simulation: result };
}

function plannedText({ change: { name, file, policy, comparison }, simulation: result }: Planned) {
  return [
    `${name}: ${policy.name}, after version ${file.version}`,
    comparisonText(comparison),
    ...(result === null ? [] : [simulationText(result, new Map())]),
  ].join('\n\n');
}

function appliedText(applied: readonly AppliedChange[]): string {
  const waiting = applied.filter(({ digest }) => digest !== null);
  return [
    table(
      ['FILE', 'STATE', 'VERSION'],
      applied.map(({ file, state, version }) => [file, state, version]),
      UNCHANGED,
    ),
    ...waiting.map(
      ({ file, policy_id, digest }) =>
        `${file}: another account approves the draft: ndx policy draft approve ${policy_id} ${digest ?? ''}; then apply again`,
    ),
  ].join('\n');
}
