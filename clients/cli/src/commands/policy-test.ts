import { writeFile } from 'node:fs/promises';
import { Command } from '@commander-js/extra-typings';
import { CliError, EXIT_STATUS } from '../cli-error.js';
import { print } from '../output.js';
import { junitOf } from '../policies/junit.js';
import { PolicyFolder } from '../policies/policy-folder.js';
import { policyTestsText, runPolicyTests } from '../policies/policy-tests.js';

const { 'failed test': FAILED } = EXIT_STATUS;

export const test = new Command('test')
  .description(
    `runs the tests of policy files, without a server; the exit status is ${FAILED} when one fails`,
  )
  .argument('<directory>')
  .option('--junit <file>', 'also writes the results as JUnit XML')
  .option('--json', 'prints JSON')
  .action(async (directory, { junit, ...options }) => {
    const tests = await runPolicyTests(new PolicyFolder(directory));
    if (tests.length === 0) {
      throw new CliError('invalid', `${directory} has no test of a policy`, {
        hint: 'Write a JSON file for each test into its folder tests.',
      });
    }
    if (junit !== undefined) await writeFile(junit, junitOf(tests));
    print(tests, options, policyTestsText);
    if (tests.some(({ passed }) => !passed)) process.exitCode = FAILED;
  });
