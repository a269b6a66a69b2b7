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
 * process. Arguments go to turbo: `npm test -- --filter @ndx/messaging`.
 */
try {
  const servers = await startTestServers(process.env, log);
  const count = new TestCount();
  const status = await runTests(process.argv.slice(2), { ...process.env, ...servers }, count);
  log(`\n${count.toString()}`);
  process.exit(count.isEmpty ? 1 : status);
} catch (error) {
  exitWithReason(error, LocalInfraError);
}
