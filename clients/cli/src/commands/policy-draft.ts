import { Command, Option } from '@commander-js/extra-typings';
import type { FurnishingPolicy, QueryingPolicy } from '@ndx/client';
import { CliError } from '../cli-error.js';
import { timeOf } from '../clock-time.js';
import { jsonFrom } from '../json-input.js';
import { positiveNumber } from '../option-values.js';
import { members, print } from '../output.js';
import { FURNISHING, kindOf, rulesIn, startOf, versionOf } from '../policies/policy-kind.js';
import { draftText, savedText, saveDraft } from '../policies/saved-draft.js';
import { statedRecords } from '../policies/simulated-records.js';
import { lastDays, parsePeriod } from '../period/period.js';
import { connect } from '../session.js';

type Client = Awaited<ReturnType<typeof connect>>;

const get = new Command('get')
  .description('prints the draft as JSON')
  .argument('<policy-id>')
  .option(...FURNISHING)
  .action(async (policy_id, { furnishing }) => {
    const ndx = await connect();
    const { data } = await ndx[`read${kindOf(furnishing)}PolicyDraft`]({ path: { policy_id } });
    print(data, { json: true }, String);
  });

const save = new Command('save')
  .description('saves a draft, and shows what its publication would change')
  .argument('<policy-id>')
  .argument('[configuration]', 'JSON, a file with it, or - for standard input')
  .option(...FURNISHING)
  .option('--restore <version>', 'starts from a stored version of the policy', positiveNumber)
  .option('--copy <policy-id>', 'starts from the rules of another policy')
  .option('--network <id>', 'id or name of the network, to restore or copy a furnishing policy')
  .option('--base-version <n>', 'the version of the policy that you read', positiveNumber)
  .option('--replaces <digest>', 'the draft that this one replaces; without it there must be none')
  .option('--comment <text>', 'why, for the other governors')
  .option('--json', 'prints JSON')
  .action(async (policy_id, configuration, { furnishing, json, ...options }) => {
    const { restore, copy, network, baseVersion, replaces, comment } = options;
    const ndx = await connect();
    const kind = kindOf(furnishing);
    const body = {
      ...(await startOf(ndx, policy_id, { kind, restore, copy, network })),
      ...(configuration !== undefined && (await jsonFrom(configuration))),
      base_version: baseVersion ?? (await versionOf(ndx, policy_id, kind)),
      ...(replaces !== undefined && { expected_digest: replaces }),
      ...(comment !== undefined && { comment }),
    };
    print(await saveDraft(ndx, kind, policy_id, body), { json }, savedText);
  });

const discard = new Command('discard')
  .description('discards the draft with the digest')
  .argument('<policy-id>')
  .argument('<digest>')
  .option(...FURNISHING)
  .option('--json', 'prints JSON')
  .action(async (policy_id, digest, { furnishing, ...options }) => {
    const request = { path: { policy_id }, query: { digest } };
    const ndx = await connect();
    const { data } = await ndx[`discard${kindOf(furnishing)}PolicyDraft`](request);
    print(data, options, draftText);
  });

const submit = new Command('submit')
  .description(
    'submits the draft with the digest for approval, and shows the summary of its effect',
  )
  .argument('<policy-id>')
  .argument('<digest>')
  .option(...FURNISHING)
  .option(
    '--for <period>',
    'the period of the simulation over past records, of a furnishing policy; default: the last 30 days',
  )
  .option('--json', 'prints JSON')
  .action(async (policy_id, digest, { furnishing, for: period, ...options }) => {
    const ndx = await connect();
    const path = { policy_id };
    if (furnishing) {
      const times = period === undefined ? lastDays() : parsePeriod(period);
      const body = { digest, ...(await statedRecords(ndx, policy_id, times)) };
      print((await ndx.submitFurnishingPolicyDraft({ path, body })).data, options, draftText);
      return;
    }
    if (period !== undefined) {
      throw new CliError('usage', '--for is of furnishing policies', {
        hint: 'The summary has the newest simulation of the draft: ndx policy simulate.',
      });
    }
    print(
      (await ndx.submitQueryingPolicyDraft({ path, body: { digest } })).data,
      options,
      draftText,
    );
  });

const approve = new Command('approve')
  .description(
    'shows the submitted summary of a draft; with both of its digests, approves a draft of another account',
  )
  .argument('<policy-id>')
  .argument('[digest]', 'of the draft')
  .option('--summary <digest>', 'summary_digest of the submitted summary that you read')
  .option(...FURNISHING)
  .option('--json', 'prints JSON')
  .action(async (policy_id, digest, { furnishing, summary: summary_digest, ...options }) => {
    const ndx = await connect();
    const kind = kindOf(furnishing);
    const path = { policy_id };
    if (digest === undefined && summary_digest === undefined) {
      print((await ndx[`read${kind}PolicyDraft`]({ path })).data, options, draftText);
      return;
    }
    if (digest === undefined || summary_digest === undefined) {
      throw new CliError('usage', 'an approval names the draft and its summary', {
        hint: `Read both digests: ndx policy draft approve ${policy_id}`,
      });
    }
    const body = { digest, summary_digest };
    print((await ndx[`approve${kind}PolicyDraft`]({ path, body })).data, options, draftText);
  });

const publish = new Command('publish')
  .description('publishes the draft with the digest as the next version, now or at a time')
  .argument('<policy-id>')
  .argument('<digest>')
  .option(...FURNISHING)
  .addOption(
    new Option('--at <time>', 'such as 2027-01-01T00:00:00Z')
      .argParser(timeOf)
      .conflicts('breakGlass'),
  )
  .option(
    '--break-glass <reason>',
    'publishes without the required approval, or although tests fail',
  )
  .option('--json', 'prints JSON')
  .action(async (policy_id, digest, { furnishing, at, breakGlass, ...options }) => {
    const ndx = await connect();
    const kind = kindOf(furnishing);
    const path = { policy_id };
    if (at !== undefined) {
      const body = { digest, publish_at: at.toISOString() };
      print((await ndx[`schedule${kind}PolicyDraft`]({ path, body })).data, options, draftText);
      return;
    }
    const body = { digest, ...(breakGlass !== undefined && { break_glass_reason: breakGlass }) };
    print((await ndx[`publish${kind}PolicyDraft`]({ path, body })).data, options, publishedText);
  });

const unschedule = new Command('unschedule')
  .description('withdraws the time at which the draft with the digest is published')
  .argument('<policy-id>')
  .argument('<digest>')
  .option(...FURNISHING)
  .option('--json', 'prints JSON')
  .action(async (policy_id, digest, { furnishing, ...options }) => {
    const request = { path: { policy_id }, query: { digest } };
    const ndx = await connect();
    const { data } = await ndx[`unschedule${kindOf(furnishing)}PolicyDraft`](request);
    print(data, options, draftText);
  });

export const draft = new Command('draft')
  .description('prepares a change beside what is published, and publishes it')
  .addCommand(get)
  .addCommand(save)
  .addCommand(discard)
  .addCommand(submit)
  .addCommand(approve)
  .addCommand(publish)
  .addCommand(unschedule);

/** The members of the draft of a querying policy that a simulation takes. */
export async function simulatedTerms(ndx: Client, policy_id: string) {
  const { data } = await ndx.readQueryingPolicyDraft({ path: { policy_id } });
  const { status, is_default, enforced } = data;
  return { status, is_default, enforced, ...rulesIn(data) };
}

/** The next version; a furnishing policy ended where that has an end in the past. */
function publishedText(policy: QueryingPolicy | FurnishingPolicy) {
  const { id, version } = policy;
  if ('status' in policy) return members({ id, version, status: policy.status });
  const { active_on: starts, deprecated_on: ends } = policy;
  return members({ id, version, starts, ends });
}
