import { expect, test } from '@jest/globals';
import { Command, type CommandUnknownOpts } from '@commander-js/extra-typings';
import { commandReference } from './command-reference.js';

const program = new Command('ndx')
  .option('--retry-seconds <n>', 'repeats failed requests for so long')
  .addCommand(
    new Command('furnish')
      .description("furnishes a file's rows")
      .argument('<file>', 'CSV, or - for standard input')
      .option('--results <file>', 'one line for each row; default: <file>.ndjson')
      .option('--concurrency <n>', 'requests in flight', '4')
      .option('--url <url>', 'address in place of NDX_URL', 'http://localhost:8080'),
  )
  .addCommand(
    new Command('consent')
      .description('consents')
      .addCommand(new Command('revoke').description('ends one').argument('<consent-id>')),
  ) as CommandUnknownOpts;

test('the reference has each command that does something, with its arguments and options', () => {
  const [introduction, ...sections] = commandReference(program).split(/^(?=## )/m);
  expect(introduction).toContain('- `--retry-seconds <n>`: repeats failed requests for so long');
  expect(sections).toEqual([
    `## ndx furnish

Furnishes a file's rows.

\`\`\`text
ndx furnish [options] <file>
\`\`\`

Arguments:

- \`file\`: CSV, or - for standard input

Options:

- \`--results <file>\`: one line for each row; default: \\<file\\>.ndjson
- \`--concurrency <n>\`: requests in flight (default: "4")
- \`--url <url>\`: address in place of NDX_URL (default: "\`http://localhost:8080\`")

`,
    `## ndx consent revoke

Ends one.

\`\`\`text
ndx consent revoke [options] <consent-id>
\`\`\`
`,
  ]);
});
