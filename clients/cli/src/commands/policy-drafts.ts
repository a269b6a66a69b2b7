import { Command } from '@commander-js/extra-typings';
import { eachItem, type ListPolicyDraftsData, type OpenPolicyDraft } from '@ndx/client';
import { collected } from '../collected.js';
import { networkOf } from '../network-option.js';
import { print, table } from '../output.js';
import { connect } from '../session.js';

export const drafts = new Command('drafts')
  .description('lists the open drafts of querying and furnishing policies')
  .option('--network <id>', 'id or name of a network; default: every network that you govern')
  .option('--json', 'prints JSON')
  .action(async ({ network, ...options }) => {
    const ndx = await connect();
    const query: ListPolicyDraftsData['query'] = {
      ...(network !== undefined && { network_id: await networkOf(ndx, network) }),
    };
    const data = await collected(eachItem(ndx.listPolicyDrafts, { query }));
    print(data, options, (all) =>
      table(
        ['POLICY ID', 'KIND', 'NAME', 'BASE VERSION', 'AUTHOR', 'SAVED', 'STATE', 'COMMENT'],
        all.map((each) => [
          ...[each.policy_id, each.kind, each.name, baseOf(each), each.account_id],
          ...[each.saved_at, stateOf(each), each.comment],
        ]),
        'No draft is open.',
      ),
    );
  });

function baseOf({ base_version: base, policy_version: version }: OpenPolicyDraft): string {
  return base === version ? String(base) : `${base} (the policy has ${version})`;
}

function stateOf({ schedule, approval, awaits_approval: awaits }: OpenPolicyDraft): string {
  if (schedule?.failure) return `not published: ${schedule.failure.reason}`;
  const states = [
    ...(awaits ? ['awaits approval'] : approval ? ['approved'] : []),
    ...(schedule ? [`scheduled for ${schedule.publish_at}`] : []),
  ];
  return states.length > 0 ? states.join(', ') : 'open';
}
