import { commandLine } from '@ndx/command-line';
import { LocalInfraError } from '@ndx/local-infra';
import { COMPILE_CACHE } from './compile-cache.js';
import { exitWithReason } from './exit-with-reason.js';
import { lanesOfAll, oneLane } from './tests/lanes.js';
import { runTests } from './tests/run-tests.js';
import { startTestServers } from './tests/start-test-servers.js';

const log = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

/**
 * `npm test`: the suites of every workspace, on one Postgres and one Kafka broker that end with
 * this process; of some workspaces: `npm test -- --filter @ndx/messaging`. `npm run test:full`: the
 * suites that take longer.
 */
try {
  const { filter, full, force } = commandLine('npm test --', 'Runs the suites of every workspace.')
    .option('--filter <workspaces...>', 'runs the suites of these workspaces alone')
    .option('--full', 'runs the suites of npm run test:full instead', false)
    .option('--force', 'also runs unchanged suites that have passed', false)
    .parse()
    .opts();
  const selected = (filter ?? []).map((workspace) => `--filter=${workspace}`);
  const lanes = full || selected.length > 0 ? oneLane(selected) : lanesOfAll();
  const servers = await startTestServers(process.env, log);
  const { count, status } = await runTests({
    task: full ? 'test:full' : 'test',
    lanes,
    force: force || process.env['CI'] === 'true',
    // Suites start some three hundred Node processes.
    environment: { ...process.env, ...servers, NODE_COMPILE_CACHE: COMPILE_CACHE },
  });
  log(`\n${count.toString()}`);
  process.exit(count.isEmpty ? 1 : status);
} catch (error) {
  exitWithReason(error, LocalInfraError);
}
