import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { commandLine, wholeNumber } from '@ndx/command-line';
import { freePort, projectRoot } from '@ndx/local-infra';
import { exitWithReason } from '@ndx/tools/exit-with-reason';
import { LocalNetwork } from '@ndx/tools/network/local-network';
import { entryOf } from '@ndx/tools/network/service-processes';
import { readHistory } from './history/past-queries.js';
import { simulateByEndpoint, simulateInProcess } from './history/simulate.js';
import { furnishBusinesses, QueryClient } from './kyb-load.js';

/** `npm run replay-history -w bench`: the rates at which past queries are replayed and simulated. */
const { queries, businesses } = optionsGiven();

const CLIENTS = 16;

const say = (line: string) => {
  process.stdout.write(`${line}\n`);
};
const dataDir = join(projectRoot(), '.cache', 'bench', 'replay-history');
rmSync(dataDir, { recursive: true, force: true });
const network = await LocalNetwork.start({
  dataDir,
  bus: 'embedded',
  gatewayPort: await freePort(),
  identityProviderPort: await freePort(),
  log: say,
});
try {
  const client = await QueryClient.connect(
    network,
    await furnishBusinesses(network, businesses),
    CLIENTS,
  );
  await client.untilQueryable();
  const since = new Date().toISOString();
  await client.run(queries);
  await client.close();
  const history = await readHistory(network, since, queries);
  say(`\n${history.queries.length} past queries`);
  await measure('replayed by the command, with its start', () => replayAll(since));
  await measure('simulated by the pure function', () => simulateInProcess(history));
  await measure(`simulated by the endpoint, ${CLIENTS} clients`, () =>
    simulateByEndpoint(network, history, CLIENTS),
  );
} finally {
  await network.stop();
}
process.exit(0);

async function measure(name: string, task: () => unknown): Promise<void> {
  const start = performance.now();
  await task();
  const seconds = (performance.now() - start) / 1_000;
  const rate = (queries / seconds).toFixed(0);
  say(`${name.padEnd(42)} ${seconds.toFixed(1).padStart(6)} s ${rate.padStart(7)} per second`);
}

/** @throws Error when an answer differs */
function replayAll(since: string): void {
  const { status, stdout } = spawnSync(
    process.execPath,
    [entryOf('product-query'), 'replay', '--since', since],
    { env: { ...process.env, ...network.environment('product-query') }, encoding: 'utf8' },
  );
  if (status !== 0) {
    throw new Error(`the command replay failed: ${stdout.trim().split('\n').at(-1) ?? ''}`);
  }
}

function optionsGiven() {
  try {
    return commandLine(
      'npm run replay-history -w bench --',
      'Measures how fast past queries are replayed, and simulated under a draft policy.',
    )
      .option('--queries <number>', 'past queries', wholeNumber(1), 10_000)
      .option('--businesses <number>', 'businesses to query', wholeNumber(1), 200)
      .parse()
      .opts();
  } catch (error) {
    exitWithReason(error);
  }
}
