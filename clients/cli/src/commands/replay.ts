import { Command, Option } from '@commander-js/extra-typings';
import type { NdxClient, QueryReplay } from '@ndx/client';
import { CliError } from '../cli-error.js';
import { jsonFrom } from '../json-input.js';
import { positiveNumber } from '../option-values.js';
import { members, print, table } from '../output.js';
import { rulesIn } from '../policies/policy-kind.js';
import { connect } from '../session.js';

type Policy = NonNullable<Parameters<NdxClient['replayQuery']>[0]['body']>;

export const replay = new Command('replay')
  .description(
    'assembles the response to a past query again, or simulates it under a policy; for governors',
  )
  .argument('<query-event-id>', 'X-Ref-Id of the query')
  .option('--policy <id>', 'simulates the query under this policy')
  .option('--policy-version <n>', 'a version of that policy; by default the latest', positiveNumber)
  .option(
    '--selections <json>',
    'simulates the query under {"model_selections": [...], "consent": "required"}: JSON, a file with it, or - for standard input',
  )
  .addOption(
    new Option(
      '--simulation <id>',
      'simulates the query under the policy of this simulation, as ndx policy simulate did',
    ).conflicts(['policy', 'policyVersion', 'selections']),
  )
  .option('--json', 'prints JSON')
  .action(async (query_event_id, { policy, policyVersion, selections, simulation, ...options }) => {
    const given = await policyOf({ policy, policyVersion, selections });
    const ndx = await connect();
    const body = simulation === undefined ? given : await simulatedPolicy(ndx, simulation);
    const { data } = await ndx.replayQuery({ path: { query_event_id }, body });
    print(data, options, replayText);
  });

/** The policy of a simulation: a stored version, or all terms that it had. */
async function simulatedPolicy(ndx: NdxClient, simulation_id: string): Promise<Policy> {
  const { data } = await ndx.readSimulation({ path: { simulation_id } });
  const { policy_id, policy_version, status, is_default, enforced } = data;
  const standing = { policy_id, status, is_default, enforced };
  return policy_version === null
    ? { ...standing, ...rulesIn(data) }
    : { ...standing, policy_version };
}

/** @throws CliError for options that exclude each other */
async function policyOf(given: {
  readonly policy: string | undefined;
  readonly policyVersion: number | undefined;
  readonly selections: string | undefined;
}): Promise<Policy> {
  const { policy, policyVersion, selections } = given;
  if (policy !== undefined && selections !== undefined) {
    throw new CliError('usage', 'give either --policy or --selections', {
      hint: 'Without them, the stored response is compared with the replayed one.',
    });
  }
  if (policyVersion !== undefined && policy === undefined) {
    throw new CliError('usage', '--policy-version needs --policy', {
      hint: 'List the policies with ndx policy list.',
    });
  }
  if (selections !== undefined) return jsonFrom(selections);
  return {
    ...(policy !== undefined && { policy_id: policy }),
    ...(policyVersion !== undefined && { policy_version: policyVersion }),
  };
}

function replayText({ code, explanation, difference, simulation }: QueryReplay): string {
  return [
    `${code}: ${explanation}`,
    ...(difference ? ['', members({ ...difference })] : []),
    ...(simulation ? ['', simulationText(simulation)] : []),
  ].join('\n');
}

function simulationText({
  recorded_outcome,
  simulated_outcome,
  simulated_reason,
  records,
}: NonNullable<QueryReplay['simulation']>): string {
  return [
    members({
      recorded: recorded_outcome,
      simulated: simulated_outcome,
      ...(simulated_reason && { reason: simulated_reason }),
    }),
    '',
    table(
      ['MODEL', 'FIELD', 'FURNISHER', 'RECORDED', 'SIMULATED', 'EXPLANATION'],
      records.map((each) => [
        ...[each.model_name, each.field_name, each.furnishing_entity_id],
        ...[each.recorded_code, each.simulated_code, each.explanation],
      ]),
      'No record is listed.',
    ),
  ].join('\n');
}
