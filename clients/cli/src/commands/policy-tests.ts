import { Command } from '@commander-js/extra-typings';
import type { PolicyTestResult, QueryingPolicyTest, QueryingPolicyTests } from '@ndx/client';
import { EXIT_STATUS } from '../cli-error.js';
import { jsonFrom } from '../json-input.js';
import { print, table } from '../output.js';
import { connect } from '../session.js';

const { 'failed test': FAILED } = EXIT_STATUS;

const list = new Command('list')
  .description(
    `runs the tests that a policy carries under it and its draft; the exit status is ${FAILED} when one fails under the draft, or without a draft under the policy`,
  )
  .argument('<policy-id>')
  .option('--json', 'prints JSON')
  .action(async (policy_id, options) => {
    const { data } = await (await connect()).listQueryingPolicyTests({ path: { policy_id } });
    print(data, options, listText);
    if (data.tests.some((test) => !nextResult(test).passed)) process.exitCode = FAILED;
  });

const save = new Command('save')
  .description('lets a policy carry tests, which are run before each publication')
  .argument('<policy-id>')
  .argument('<file...>', 'files of tests, such as policies/tests/*.json')
  .option('--json', 'prints JSON')
  .action(async (policy_id, files, options) => {
    const ndx = await connect();
    const saved: QueryingPolicyTest[] = [];
    for (const file of files) {
      const request = { path: { policy_id }, body: { test: { ...(await jsonFrom(file)) } } };
      saved.push((await ndx.saveQueryingPolicyTest(request)).data);
    }
    print(saved, options, (all) => all.flatMap(testLines).join('\n'));
  });

const remove = new Command('delete')
  .description('deletes a test that a policy carries')
  .argument('<policy-id>')
  .argument('<name>')
  .option('--json', 'prints JSON')
  .action(async (policy_id, name, options) => {
    const request = { path: { policy_id }, query: { name } };
    const { data } = await (await connect()).deleteQueryingPolicyTest(request);
    print(data, options, (test) => `deleted  ${test.name}`);
  });

export const tests = new Command('tests')
  .description('the tests that a policy carries')
  .addCommand(list)
  .addCommand(save)
  .addCommand(remove);

/** Under the rules that are published next. */
function nextResult({ result, draft_result }: QueryingPolicyTest): PolicyTestResult {
  return draft_result ?? result;
}

function listText({ tests: carried, policy_version, draft_digest }: QueryingPolicyTests): string {
  const shown = (result: PolicyTestResult | null) =>
    result && (result.passed ? 'passed' : 'FAILED');
  return [
    table(
      ['TEST', `VERSION ${policy_version}`, ...(draft_digest === null ? [] : ['DRAFT'])],
      carried.map(({ name, result, draft_result }) => [
        ...[name, shown(result)],
        ...(draft_digest === null ? [] : [shown(draft_result)]),
      ]),
      'The policy carries no test.',
    ),
    ...carried.filter((test) => !nextResult(test).passed).flatMap(testLines),
  ].join('\n');
}

function testLines(test: QueryingPolicyTest): string[] {
  const { passed, failures } = nextResult(test);
  const indented = failures.map((failure) => `        ${failure}`);
  return [`${passed ? 'passed' : 'FAILED'}  ${test.name}`, ...indented];
}
