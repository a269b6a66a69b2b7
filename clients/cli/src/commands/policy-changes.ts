import { Argument, Command } from '@commander-js/extra-typings';
import type { Network } from '@ndx/client';
import { networkTerms } from '../network-terms.js';
import { members, print } from '../output.js';

export const changes = new Command('changes')
  .description('shows or sets how published policies of the network change')
  .addArgument(
    new Argument(
      '[setting]',
      'reviewed: by a draft that a second account approved; direct ends that when two accounts set it',
    ).choices(['direct', 'reviewed'] as const),
  )
  .option('--network <id>', 'id or name of the network')
  .option('--json', 'prints JSON')
  .action(async (setting, { network, ...options }) => {
    const terms = await networkTerms(network, setting && { policy_changes: setting });
    print(terms, options, changesText);
  });

function changesText({ policy_changes, direct_changes_requested_by: requested }: Network): string {
  return members({ policy_changes, direct_requested_by: requested });
}
