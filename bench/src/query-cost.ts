import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { commandLine, Option, wholeNumber } from '@ndx/command-line';
import { projectRoot } from '@ndx/local-infra';
import { exitWithReason } from '@ndx/tools/exit-with-reason';
import { furnishBusinesses } from './furnish-load.js';
import { processorTimesOf } from './processor-time.js';
import { QueryClient } from './query-client.js';
import { startNetwork } from './start-network.js';

const values = optionsGiven();

const say = (line: string) => {
  process.stdout.write(`${line}\n`);
};
const dataDir = join(projectRoot(), '.cache', 'bench', 'query-cost');
rmSync(dataDir, { recursive: true, force: true });
const network = await startNetwork({ dataDir, say }, values.bus, values.traces);
try {
  const businessIds = await furnishBusinesses(network, values.businesses);
  const client = new QueryClient(network, businessIds, values.clients);
  await client.untilQueryable();
  await client.run(2_000);

  const before = processorTimesOf(network);
  const start = performance.now();
  const latencies = await client.run(values.queries);
  const seconds = (performance.now() - start) / 1_000;
  // The cost of queries includes publishing their events.
  await pause(1_000);
  const after = processorTimesOf(network);
  await client.close();

  latencies.sort((a, b) => a - b);
  const percentile = (share: number) =>
    (latencies[Math.floor(latencies.length * share)] ?? 0).toFixed(2);
  say(
    `\n${latencies.length} queries by ${values.clients} clients on the ${values.bus} bus in ${seconds.toFixed(1)} s:`,
  );
  say(
    `${(latencies.length / seconds).toFixed(0)} per second, p50 ${percentile(0.5)} ms, p99 ${percentile(0.99)} ms\n`,
  );
  say('processor time per query');
  let total = 0;
  for (const [name, ms] of after) {
    const perQuery = ((ms - (before.get(name) ?? 0)) / latencies.length) * 1_000;
    total += perQuery;
    say(`  ${name.padEnd(14)} ${perQuery.toFixed(0).padStart(6)} us`);
  }
  say(`  ${'sum'.padEnd(14)} ${total.toFixed(0).padStart(6)} us`);
} finally {
  await network.stop();
}
process.exit(0);

function optionsGiven() {
  try {
    return commandLine(
      'npm run query-cost -w bench --',
      'Measures the processor time of one KYB query, per process.',
    )
      .option('--clients <number>', 'concurrent clients', wholeNumber(1), 16)
      .option('--queries <number>', 'queries to measure', wholeNumber(1), 20_000)
      .option('--businesses <number>', 'businesses to query', wholeNumber(1), 200)
      .option('--traces', 'keep traces, as npm start does', false)
      .addOption(
        new Option('--bus <bus>', 'bus of the system')
          .choices(['embedded', 'kafka'] as const)
          .default('embedded' as const),
      )
      .parse()
      .opts();
  } catch (error) {
    exitWithReason(error);
  }
}
