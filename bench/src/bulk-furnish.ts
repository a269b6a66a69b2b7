import { createWriteStream, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { commandLine, wholeNumber } from '@ndx/command-line';
import { projectRoot } from '@ndx/local-infra';
import { exitWithReason } from '@ndx/tools/exit-with-reason';
import { bulkComparison } from './bulk-comparison.js';
import { NdxCommand } from './ndx-run.js';
import { startNetwork } from './start-network.js';

/**
 * Compares the command line with the load of the measurement `furnish`; then furnishes a file, kills the
 * command line in the middle, and repeats the command.
 */

const BAD_EVERY = 100;
/** About the size of the result of an accepted row. */
const RESULT_BYTES = 130;
const SECTION = 'business_identity_verification';

const { rows, compared } = optionsGiven();

const say = (line: string) => process.stdout.write(`${line}\n`);
const dataDir = join(projectRoot(), '.cache', 'bench', 'bulk-furnish');
rmSync(dataDir, { recursive: true, force: true });
mkdirSync(dataDir, { recursive: true });
const file = join(dataDir, 'rows.csv');
const results = `${file}.results.ndjson`;
await pipeline(Readable.from(csvLines()), createWriteStream(file));

const network = await startNetwork({
  ...{ dataDir: join(dataDir, 'network'), say, rounds: 1, isQuick: false },
});
const ndx = await NdxCommand.loggedIn(dataDir, network);
say(await bulkComparison(ndx, network, { folder: dataDir, records: compared }));

const command = ['furnish', file, '--product', 'kyb_certificate', '--json'];
const watch = { results, earlyBytes: (rows / 10) * RESULT_BYTES };
const killed = await ndx.watched(command, {
  ...watch,
  isEnough: (bytes) => bytes > (rows / 2) * RESULT_BYTES,
});
const continued = await ndx.watched(command, watch);
const seconds = killed.seconds + continued.seconds;
say(`
rows                       ${rows}, one in ${BAD_EVERY} bad
rows per second            ${Math.round(rows / seconds)}, with the kill and the restart
peak memory of ndx         ${Math.round(killed.peakMemory)} MiB (${Math.round(killed.earlyPeakMemory)} MiB in the first tenth), ${Math.round(continued.peakMemory)} MiB after the restart
first result after restart ${continued.firstResultSeconds.toFixed(1)} s
stored records             ${await storedRecords()}, expected ${rows - Math.floor(rows / BAD_EVERY)}`);
await network.stop();
rmSync(dataDir, { recursive: true, force: true });
process.exit(0);

function optionsGiven() {
  try {
    return commandLine('npm run bulk-furnish -w bench --', 'Furnishes a large file with ndx.')
      .option('--rows <number>', 'rows of the file', wholeNumber(1_000), 1_000_000)
      .option('--compared <number>', 'records of each side of a round', wholeNumber(100), 10_000)
      .parse()
      .opts();
  } catch (error) {
    exitWithReason(error);
  }
}

async function storedRecords(): Promise<string> {
  const { default: pg } = await import('pg');
  const client = new pg.Client({
    connectionString: network.databases.postgres.url('furnishing'),
  });
  await client.connect();
  const { rows: counted } = await client.query<{ n: string }>(
    `select count(*) as n from furnished_record
     where models -> $1 -> 'data' ->> 'business_dba_name' = 'Bulk'`,
    [SECTION],
  );
  await client.end();
  return counted[0]?.n ?? 'none';
}

function* csvLines(): Generator<string> {
  const identity = 'business_identity.business';
  yield [
    `${identity}_legal_name`,
    `${identity}_jurisdiction_of_formation`,
    `${identity}_registration_identifier_from_jurisdiction_of_formation`,
    `${SECTION}.assertions.${SECTION}_performed_timestamp`,
    `${SECTION}.data.business_dba_name`,
  ].join(',');
  for (let row = 0; row < rows; row += 1) {
    const jurisdiction = row % BAD_EVERY === BAD_EVERY / 2 ? 'nowhere' : 'US-VT';
    yield `\nBulk ${row} LLC,${jurisdiction},BULK${row},2026-01-15T09:30:00Z,Bulk`;
  }
}
