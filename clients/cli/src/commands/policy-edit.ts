import { Command } from '@commander-js/extra-typings';
import { jsonFrom } from '../json-input.js';
import { positiveNumber } from '../option-values.js';
import { members, print } from '../output.js';
import { openDraft } from '../policies/open-draft.js';
import { termsOf } from '../policies/policy-kind.js';
import { savedText, saveDraft } from '../policies/saved-draft.js';
import { connect } from '../session.js';

export const edit = new Command('edit')
  .description('changes a policy; once it was published, its draft')
  .argument('<policy-id>')
  .argument(
    '<configuration>',
    'JSON, a file with it, or - for standard input; omitted members stay',
  )
  .option(
    '--expected-version <n>',
    'fails (409) when the policy has another version',
    positiveNumber,
  )
  .option('--now', 'changes a published policy at once, as its next version')
  .option('--json', 'prints JSON')
  .action(async (policy_id, configuration, { expectedVersion, now, ...options }) => {
    const terms = await jsonFrom(configuration);
    const ndx = await connect();
    const path = { policy_id };
    const { data: policy } = await ndx.readQueryingPolicy({ path });
    if (now || policy.status === 'draft') {
      const expected = expectedVersion !== undefined && { expected_version: expectedVersion };
      const body = { ...terms, ...expected };
      const { data } = await ndx.configureQueryingPolicy({ path, body });
      print(data, options, ({ id, version, status }) => members({ id, version, status }));
      return;
    }
    const draft = await openDraft(ndx, 'Querying', policy_id);
    const body = {
      ...(draft && { ...termsOf(draft), comment: draft.comment, expected_digest: draft.digest }),
      ...terms,
      base_version: expectedVersion ?? draft?.base_version ?? policy.version,
    };
    print(await saveDraft(ndx, 'Querying', policy_id, body), options, savedText);
  });
