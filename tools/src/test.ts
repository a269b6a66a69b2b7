import { commandLine } from '@ndx/command-line';
import { LocalInfraError } from '@ndx/local-infra';
import { exitWithReason } from './exit-with-reason.js';
import { runTests } from './tests/run-tests.js';
import { startTestServers } from './tests/start-test-servers.js';
import { TestCount } from './tests/test-count.js';

const log = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

/**
 * `npm test`: every suite of every workspace, on one Postgres and one Kafka broker that end with this
 * process. Options go to turbo: `npm test -- --filter @ndx/messaging`.
 */
try {
  const { filter, force } = commandLine('npm test --', 'Runs the suites of every workspace.')
    .option('--filter <workspaces...>', 'runs the suites of these workspaces alone')
    .option('--force', 'runs suites again that have passed unchanged', false)
    .parse()
    .opts();
  const options = [
    ...(filter ?? []).map((workspace) => `--filter=${workspace}`),
    ...(force ? ['--force'] : []),
  ];
  const servers = await startTestServers(process.env, log);
  const count = new TestCount();
  const status = await runTests(options, { ...process.env, ...servers }, count);
  log(`\n${count.toString()}`);
  process.exit(count.isEmpty ? 1 : status);
} catch (error) {
  exitWithReason(error, LocalInfraError);
}
