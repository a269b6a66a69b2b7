import { Command, Option } from '@commander-js/extra-typings';
import type { QueryingPolicyDraft } from '@ndx/client';
import { timeOf } from '../clock-time.js';
import { comparisonText } from '../comparison-text.js';
import { jsonFrom } from '../json-input.js';
import { positiveNumber } from '../option-values.js';
import { members, print } from '../output.js';
import { connect } from '../session.js';

type Client = Awaited<ReturnType<typeof connect>>;

const get = new Command('get')
  .description('prints the draft as JSON')
  .argument('<policy-id>')
  .action(async (policy_id) => {
    const { data } = await (await connect()).readQueryingPolicyDraft({ path: { policy_id } });
    print(data, { json: true }, String);
  });

const save = new Command('save')
  .description('saves a draft, and shows what its publication would change')
  .argument('<policy-id>')
  .argument('[configuration]', 'JSON, a file with it, or - for standard input')
  .option('--restore <version>', 'starts from a stored version of the policy', positiveNumber)
  .option('--copy <policy-id>', 'starts from the rules of another policy')
  .option('--base-version <n>', 'the version of the policy that you read', positiveNumber)
  .option('--replaces <digest>', 'the draft that this one replaces; without it there must be none')
  .option('--comment <text>', 'why, for the other governors')
  .option('--json', 'prints JSON')
  .action(async (policy_id, configuration, options) => {
    const { restore, copy, baseVersion, replaces, comment } = options;
    const ndx = await connect();
    const path = { policy_id };
    const body = {
      ...(restore !== undefined && (await storedTerms(ndx, policy_id, restore))),
      ...(copy !== undefined && (await rulesOf(ndx, copy))),
      ...(configuration !== undefined && (await jsonFrom(configuration))),
      base_version: baseVersion ?? (await ndx.readQueryingPolicy({ path })).data.version,
      ...(replaces !== undefined && { expected_digest: replaces }),
      ...(comment !== undefined && { comment }),
    };
    const { data: draft } = await ndx.saveQueryingPolicyDraft({ path, body });
    const { data: comparison } = await ndx.compareQueryingPolicy({ path, body: termsOf(draft) });
    print({ draft, comparison }, options, () =>
      [draftText(draft), comparisonText(comparison)].join('\n\n'),
    );
  });

const discard = new Command('discard')
  .description('discards the draft with the digest')
  .argument('<policy-id>')
  .argument('<digest>')
  .option('--json', 'prints JSON')
  .action(async (policy_id, digest, options) => {
    const request = { path: { policy_id }, query: { digest } };
    print((await (await connect()).discardQueryingPolicyDraft(request)).data, options, draftText);
  });

const approve = new Command('approve')
  .description('approves the draft with the digest, which another account saved')
  .argument('<policy-id>')
  .argument('<digest>')
  .option('--json', 'prints JSON')
  .action(async (policy_id, digest, options) => {
    const request = { path: { policy_id }, body: { digest } };
    const { data } = await (await connect()).approveQueryingPolicyDraft(request);
    print(data, options, draftText);
  });

const publish = new Command('publish')
  .description('publishes the draft with the digest as the next version, now or at a time')
  .argument('<policy-id>')
  .argument('<digest>')
  .addOption(
    new Option('--at <time>', 'such as 2027-01-01T00:00:00Z')
      .argParser(timeOf)
      .conflicts('breakGlass'),
  )
  .option('--break-glass <reason>', 'publishes without the approval that the network requires')
  .option('--json', 'prints JSON')
  .action(async (policy_id, digest, { at, breakGlass, ...options }) => {
    if (at !== undefined) {
      const request = { path: { policy_id }, body: { digest, publish_at: at.toISOString() } };
      const { data } = await (await connect()).scheduleQueryingPolicyDraft(request);
      print(data, options, draftText);
      return;
    }
    const body = { digest, ...(breakGlass !== undefined && { break_glass_reason: breakGlass }) };
    const request = { path: { policy_id }, body };
    const { data } = await (await connect()).publishQueryingPolicyDraft(request);
    print(data, options, ({ id, version, status }) => members({ id, version, status }));
  });

const unschedule = new Command('unschedule')
  .description('withdraws the time at which the draft with the digest is published')
  .argument('<policy-id>')
  .argument('<digest>')
  .option('--json', 'prints JSON')
  .action(async (policy_id, digest, options) => {
    const request = { path: { policy_id }, query: { digest } };
    const { data } = await (await connect()).unscheduleQueryingPolicyDraft(request);
    print(data, options, draftText);
  });

export const draft = new Command('draft')
  .description('prepares a change beside what is published, and publishes it')
  .addCommand(get)
  .addCommand(save)
  .addCommand(discard)
  .addCommand(approve)
  .addCommand(publish)
  .addCommand(unschedule);

/** The draft of a policy, as its publication saves it. */
export async function draftTerms(ndx: Client, policy_id: string) {
  return termsOf((await ndx.readQueryingPolicyDraft({ path: { policy_id } })).data);
}

/** The rules of the draft of a policy. */
export async function draftRules(ndx: Client, policy_id: string) {
  return rulesIn((await ndx.readQueryingPolicyDraft({ path: { policy_id } })).data);
}

function termsOf({ name, status, is_default, enforced, ...draft }: QueryingPolicyDraft) {
  return { name, status, is_default, enforced, ...rulesIn(draft) };
}

async function storedTerms(ndx: Client, policy_id: string, version: number) {
  const { data } = await ndx.readQueryingPolicyVersion({ path: { policy_id, version } });
  const { name, is_default, enforced } = data;
  return { name, is_default, enforced, ...rulesIn(data) };
}

async function rulesOf(ndx: Client, policy_id: string) {
  return rulesIn((await ndx.readQueryingPolicy({ path: { policy_id } })).data);
}

/** What a policy demands and releases. */
function rulesIn({
  model_selections,
  consent,
  permissible_purposes,
}: Pick<QueryingPolicyDraft, 'model_selections' | 'consent' | 'permissible_purposes'>) {
  return { model_selections, consent, permissible_purposes };
}

function draftText(draft: QueryingPolicyDraft) {
  const { digest, base_version, account_id: author, saved_at, comment, approval, schedule } = draft;
  const lines = members({
    ...{ digest, base_version, author, saved_at, comment },
    ...(schedule && {
      publish_at: schedule.publish_at,
      scheduled_by: schedule.account_id,
      not_published: schedule.failure?.reason,
    }),
  });
  if (!approval) return lines;
  const { account_id: approver, approved_at, summary } = approval;
  return [lines, members({ approver, approved_at }), comparisonText(summary)].join('\n\n');
}
