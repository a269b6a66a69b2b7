import { Command } from '@commander-js/extra-typings';
import { eachItem, type NdxClient, type RecordSimulation, type Simulation } from '@ndx/client';
import { CHANGES_PLANNED, EXIT_STATUS } from '../cli-error.js';
import { collected } from '../collected.js';
import { comparisonText } from '../comparison-text.js';
import { print } from '../output.js';
import { participantNames } from '../participant-names.js';
import { lastDays, parsePeriod } from '../period/period.js';
import {
  plannedChanges,
  requirePolicy,
  UNCHANGED,
  type PlannedChange,
} from '../policies/planned-changes.js';
import { plannedFurnishing, type PlannedFurnishing } from '../policies/planned-furnishing.js';
import { PolicyFolder } from '../policies/policy-folder.js';
import { rulesIn } from '../policies/policy-kind.js';
import { simulatedRecords } from '../policies/simulated-records.js';
import { policyTestsText, runPolicyTests } from '../policies/policy-tests.js';
import { connect } from '../session.js';
import { recordSimulationText, simulationText } from '../simulation-text.js';
import { simulated, statusOf } from './policy-simulate.js';

const { 'failed test': TEST_FAILED } = EXIT_STATUS;

export const plan = new Command('plan')
  .description(
    `shows what the files would change, and the results of their tests; the exit status is ${CHANGES_PLANNED} for a change and ${TEST_FAILED} when a test fails`,
  )
  .argument('<directory>')
  .option(
    '--simulate',
    'decides past queries and records as if the files applied; default for queries: the newest kept simulation of exactly these terms',
  )
  .option('--for <period>', 'the period of the simulation; default: the last 30 days')
  .option('--json', 'prints JSON')
  .action(async (directory, { simulate = false, for: period, ...options }) => {
    const folder = new PolicyFolder(directory);
    const ofFolder = await runPolicyTests(folder);
    const ndx = await connect();
    const times = period === undefined ? lastDays() : parsePeriod(period);
    await requirePolicy(folder);
    const changes = await plannedChanges(ndx, folder);
    const furnishing = await plannedFurnishing(ndx, folder);
    const tests = [...ofFolder, ...changes.flatMap(({ carried }) => carried)];
    const planned: Planned[] = [];
    for (const change of changes) {
      const terms = simulatedTerms(change);
      const find = () => (simulate ? simulated(ndx, { ...terms, ...times }) : keptOf(ndx, change));
      const result = change.changesPolicy ? await find() : null;
      const names = result ? await participantNames(ndx, result.network_id) : new Map();
      planned.push({ change, simulation: result, names });
    }
    const furnished: PlannedRecords[] = [];
    for (const change of furnishing) {
      const { policy_id } = change.file;
      const { status, policy_metadata } = change.terms;
      const body = { ...(policy_metadata && { policy_metadata }), ...times };
      const isRun = simulate && status !== 'archived';
      const result = isRun ? await simulatedRecords(ndx, policy_id, body) : null;
      const names = result ? await participantNames(ndx, result.network_id) : new Map();
      furnished.push({ change, simulation: result, names });
    }
    const all = [...planned.map(toRecord), ...furnished.map(toFurnishingRecord)];
    print({ tests, changes: all }, options, () =>
      [
        ...(tests.length === 0 ? [] : [policyTestsText(tests)]),
        ...(all.length === 0 ? [UNCHANGED] : []),
        ...planned.map(plannedText),
        ...furnished.map(furnishingText),
      ].join('\n\n'),
    );
    const [unfinished] = planned.flatMap(
      ({ simulation: ended }) => (ended && statusOf(ended)) ?? [],
    );
    const failed = tests.every(({ passed }) => passed) ? undefined : TEST_FAILED;
    process.exitCode = unfinished ?? failed ?? (all.length === 0 ? 0 : CHANGES_PLANNED);
  });

interface Planned {
  readonly change: PlannedChange;
  /** The one of this command, or the newest one of exactly these terms; null: none is kept. */
  readonly simulation: Simulation | null;
  /** Of the institutions in the simulation. */
  readonly names: ReadonlyMap<string, string>;
}

/** The file of a furnishing policy, with the decisions on past records where they are asked for. */
interface PlannedRecords {
  readonly change: PlannedFurnishing;
  readonly simulation: RecordSimulation | null;
  readonly names: ReadonlyMap<string, string>;
}

/** The newest completed simulation of exactly the terms of a file that the caller may read. */
async function keptOf(ndx: NdxClient, change: PlannedChange): Promise<Simulation | null> {
  const { policy_id, ...terms } = simulatedTerms(change);
  const { product_id, network_id } = change.policy;
  if (network_id === null) return null;
  const { digestOfTerms } = await import('@ndx/product-query/policy-test');
  const digest = digestOfTerms(product_id, terms);
  const all = await collected(eachItem(ndx.listSimulations, { query: { network_id } }));
  const newest = all.findLast(
    (one) => one.policy_id === policy_id && one.digest === digest && one.state === 'completed',
  );
  if (!newest) return null;
  const path = { simulation_id: newest.simulation_id };
  return (await ndx.readSimulation({ path })).data;
}

/** The policy of a file; one that is not published yet is simulated as if it were. */
function simulatedTerms({ policy, file: { policy_id, configuration } }: PlannedChange) {
  const next = { ...policy, ...configuration };
  const status = next.status === 'archived' ? 'archived' : 'published';
  const is_default = status === 'published' && next.is_default;
  return { policy_id, status, is_default, enforced: next.enforced, ...rulesIn(next) } as const;
}

function toRecord({ change, simulation: result }: Planned) {
  const { name, file, comparison } = change;
  const tests = change.tests.map((test) => ({
    file: test.file,
    name: test.name,
    change: test.change,
  }));
  return { file: name, ...file, comparison, tests, simulation: result };
}

function plannedText({ change, simulation: result, names }: Planned) {
  const { name, file, policy, comparison } = change;
  const tests = change.tests.map(
    (test) => `${test.file}: the policy carries this test from now on (${test.change})`,
  );
  return [
    `${name}: ${policy.name}, after version ${file.version}`,
    comparisonText(comparison),
    ...(tests.length === 0 ? [] : [tests.join('\n')]),
    ...(change.changesPolicy ? [simulatedText(result, names)] : []),
  ].join('\n\n');
}

function toFurnishingRecord({ change, simulation: result }: PlannedRecords) {
  const { name, file, comparison } = change;
  return { file: name, ...file, comparison, tests: [], simulation: result };
}

function furnishingText({ change, simulation: result, names }: PlannedRecords) {
  const { name, file, policy, terms, comparison } = change;
  const none =
    terms.status === 'archived'
      ? 'The file ends the policy, so it has no rules to simulate.'
      : 'Past records are not simulated: run with --simulate.';
  return [
    `${name}: ${policy.name}, after version ${file.version}`,
    comparisonText(comparison),
    result ? recordSimulationText(result, names) : none,
  ].join('\n\n');
}

function simulatedText(simulation: Simulation | null, names: Planned['names']): string {
  if (!simulation) {
    return 'No completed simulation of exactly these terms is kept: run one with --simulate.';
  }
  const { from, to, account_id } = simulation;
  return [
    `Simulation of exactly these terms over the queries from ${from} to ${to}, by account ${account_id}:`,
    simulationText(simulation, names),
  ].join('\n\n');
}
