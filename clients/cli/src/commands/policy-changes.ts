import { Argument, Command } from '@commander-js/extra-typings';
import type { Network } from '@ndx/client';
import { networkTerms } from '../network-terms.js';
import { wholeNumber } from '../option-values.js';
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
  .option(
    '--expected-revision <n>',
    'fails (409) when the network has another revision',
    wholeNumber,
  )
  .option('--json', 'prints JSON')
  .action(async (setting, options) => {
    const terms = await networkTerms(options, setting && { policy_changes: setting });
    print(terms, options, changesText);
  });

function changesText({ policy_changes, revision, ...terms }: Network): string {
  const { direct_changes_requested_by: requested } = terms;
  return members({ policy_changes, direct_requested_by: requested, revision });
}
