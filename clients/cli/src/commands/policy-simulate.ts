import { setTimeout as pause } from 'node:timers/promises';
import { Command } from '@commander-js/extra-typings';
import { eachItem, type Simulation, type StartSimulation } from '@ndx/client';
import { CliError, EXIT_STATUS } from '../cli-error.js';
import { collected } from '../collected.js';
import { Progress } from '../furnish/progress.js';
import { jsonFrom } from '../json-input.js';
import { positiveNumber } from '../option-values.js';
import { print, type OutputOptions } from '../output.js';
import { participantNames } from '../participant-names.js';
import { DEFAULT_DAYS, lastDays, parsePeriod } from '../period/period.js';
import { FURNISHING } from '../policies/policy-kind.js';
import { draftedAcceptance, simulatedRecords } from '../policies/simulated-records.js';
import { connect } from '../session.js';
import { recordSimulationText, simulatedQueriesText, simulationText } from '../simulation-text.js';
import { untilStopped } from '../until-stopped.js';
import { simulatedTerms } from './policy-draft.js';

type Client = Awaited<ReturnType<typeof connect>>;

const DAY_MS = 86_400_000;
const POLL_MS = 500;
const INTERRUPTED = 130;

export const simulate = new Command('simulate')
  .description('shows how past queries, or records, would have been decided under a policy')
  .argument('<policy-id>')
  .argument('[configuration]', 'JSON, a file with it, or - for standard input; default: the draft')
  .option(...FURNISHING)
  .option('--policy-version <n>', 'a stored version of the policy', positiveNumber)
  .option(
    '--for <period>',
    `a month such as 2026-03, or 2026-03-01/2026-04-01; default: the last ${DEFAULT_DAYS} days`,
  )
  .option('--queries', 'also lists the queries whose answer changes')
  .option('--json', 'prints JSON')
  .action(async (policy_id, configuration, { policyVersion, for: period, queries, ...options }) => {
    const times = period === undefined ? lastDays() : parsePeriod(period);
    if (options.furnishing) {
      if (policyVersion !== undefined || queries) {
        throw new CliError('usage', '--policy-version and --queries are of querying policies', {
          hint: 'A simulation of a furnishing policy only counts records.',
        });
      }
      await showRecords(policy_id, configuration, { times, ...options });
      return;
    }
    if (configuration !== undefined && policyVersion !== undefined) {
      throw new CliError('usage', 'a configuration and --policy-version exclude each other', {
        hint: 'Simulate one of them, or neither for the draft of the policy.',
      });
    }
    const ndx = await connect();
    const rules = configuration === undefined ? {} : await jsonFrom(configuration);
    const isDraft = configuration === undefined && policyVersion === undefined;
    const body = {
      policy_id,
      ...(isDraft ? await simulatedTerms(ndx, policy_id) : rules),
      ...(policyVersion !== undefined && { policy_version: policyVersion }),
      ...times,
    };
    const ended = await simulated(ndx, body);
    await showSimulation(ndx, ended, { queries, ...options });
    process.exitCode = statusOf(ended);
  });

interface ShownOptions extends OutputOptions {
  /** Whether the changed queries are listed too. */
  readonly queries?: true | undefined;
}

/** Prints a simulation. */
export async function showSimulation(
  ndx: Client,
  simulation: Simulation,
  { queries, ...options }: ShownOptions,
): Promise<void> {
  const path = { simulation_id: simulation.simulation_id };
  const changed = queries ? await collected(eachItem(ndx.listSimulatedQueries, { path })) : [];
  const result = { simulation, ...(queries && { queries: changed }) };
  const names = options.json ? new Map() : await participantNames(ndx, simulation.network_id);
  print(result, options, () =>
    [
      simulationText(simulation, names),
      ...(queries ? [simulatedQueriesText(changed, names, simulation)] : []),
    ].join('\n\n'),
  );
}

/** The exit status of a simulation that has ended: undefined for a completed one. */
export function statusOf({ state }: Simulation): number | undefined {
  if (state === 'cancelled') return INTERRUPTED;
  return state === 'failed' ? EXIT_STATUS.server : undefined;
}

interface RecordOptions extends OutputOptions {
  readonly times: { readonly from: string; readonly to?: string };
}

/** The decisions on past records by the given rules of a furnishing policy, or by its draft. */
async function showRecords(
  policy_id: string,
  configuration: string | undefined,
  { times, ...options }: RecordOptions,
): Promise<void> {
  const ndx = await connect();
  const rules =
    configuration === undefined
      ? await draftedAcceptance(ndx, policy_id)
      : await jsonFrom(configuration);
  const simulation = await simulatedRecords(ndx, policy_id, { ...rules, ...times });
  const names = options.json ? new Map() : await participantNames(ndx, simulation.network_id);
  print(simulation, options, () => recordSimulationText(simulation, names));
}

/** Starts a simulation, and waits for its end. Ctrl-C cancels it, also while the request is on its way. */
export async function simulated(ndx: Client, body: StartSimulation): Promise<Simulation> {
  const signal = untilStopped();
  return untilEnded(ndx, (await ndx.startSimulation({ body })).data, signal);
}

/** Waits for the end with progress in days of the period; cancels the simulation when stopped. */
async function untilEnded(
  ndx: Client,
  started: Simulation,
  signal: AbortSignal,
): Promise<Simulation> {
  const path = { simulation_id: started.simulation_id };
  const daysUntil = (time: string) =>
    Math.floor((Date.parse(time) - Date.parse(started.from)) / DAY_MS);
  const progress = new Progress(daysUntil(started.to), 0, 'days');
  let simulation = started;
  while (simulation.state === 'running') {
    progress.update(daysUntil(simulation.simulated_until));
    await pause(POLL_MS);
    const { data } = signal.aborted
      ? await ndx.cancelSimulation({ path })
      : await ndx.readSimulation({ path });
    simulation = data;
  }
  progress.end();
  return simulation;
}
