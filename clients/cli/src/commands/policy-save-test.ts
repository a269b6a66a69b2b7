import { Command } from '@commander-js/extra-typings';
import { print } from '../output.js';
import { saveTest } from '../policies/save-test.js';
import { connect } from '../session.js';

export const saveQueryTest = new Command('save-test')
  .description('writes a past query as a test of its policy, with made-up values; for governors')
  .argument('<query-event-id>', 'X-Ref-Id of the query')
  .requiredOption('--out <file>', 'a new JSON file in the folder tests of the policy files')
  .option('--name <name>', 'the name of the test')
  .option('--json', 'prints JSON')
  .action(async (query_event_id, { out, name, ...options }) => {
    const ndx = await connect();
    const { data } = await ndx.saveQueryAsTest({ path: { query_event_id } });
    const saved = await saveTest(data, { path: out, name });
    print(saved, options, ({ file, test }) => `${file}: ${test.name}; the test passes`);
  });
