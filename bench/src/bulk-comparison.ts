import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { LocalNetwork } from '@ndx/tools/network/local-network';
import { FurnishClient, newBatches } from './measurements/furnish-load.js';
import { Settling } from './measurements/furnish-settled.js';
import type { NdxCommand } from './ndx-run.js';
import { median } from './percentile.js';

const BATCH = 100;
const CONCURRENCY = 4;
const ROUNDS = 3;

interface Compared {
  readonly ndxPerSecond: number;
  readonly loadPerSecond: number;
  /** Of `ndx`, in MiB. */
  readonly peakMemory: number;
}

export interface ComparisonOptions {
  /** For the files of the rows. */
  readonly folder: string;
  /** Records of each side in each round. */
  readonly records: number;
}

/**
 * Furnishes as many records of the same form with `ndx` and with the load of the measurement `furnish`,
 * alternating, in batches of 100 with four requests in flight. The seconds of `ndx` include its start,
 * the check of the file, the results and an idempotency key for each request; the load has none of these.
 * The first round is not counted.
 * @returns lines for people
 */
export async function bulkComparison(
  ndx: NdxCommand,
  network: LocalNetwork,
  { folder, records }: ComparisonOptions,
): Promise<string> {
  const client = await FurnishClient.connect(network, CONCURRENCY);
  const settling = await Settling.connect(network);
  const rounds: Compared[] = [];
  for (let round = 0; round <= ROUNDS; round += 1) {
    const loadPerSecond = await perSecond(records, () =>
      client.furnishAll(newBatches(`LOAD${round}`, records, BATCH), CONCURRENCY),
    );
    await settling.settled((2 * round + 1) * records);
    const file = join(folder, `compared-${round}.ndjson`);
    writeFileSync(file, rowsOf(newBatches(`NDX${round}`, records, BATCH)));
    const { seconds, peakMemory } = await ndx.watched(
      ['furnish', file, '--product', 'kyb_certificate', '--concurrency', String(CONCURRENCY)],
      { results: `${file}.results.ndjson` },
    );
    await settling.settled((2 * round + 2) * records);
    rounds.push({ ndxPerSecond: records / seconds, loadPerSecond, peakMemory });
  }
  await Promise.all([client.close(), settling.close()]);
  return comparisonText(rounds.slice(1), records);
}

async function perSecond(records: number, furnish: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await furnish();
  return (records / (performance.now() - startedAt)) * 1_000;
}

/** The records of request bodies, one on each line. */
function rowsOf(bodies: readonly string[]): string {
  const records = bodies.flatMap((body) => (JSON.parse(body) as { records: object[] }).records);
  return records.map((record) => `${JSON.stringify(record)}\n`).join('');
}

function comparisonText(rounds: readonly Compared[], records: number): string {
  const of = (value: (round: Compared) => number) => median(rounds.map(value));
  const ratio = of(({ ndxPerSecond, loadPerSecond }) => ndxPerSecond / loadPerSecond);
  return `
records with three sections  ${records} for each side and round, median of ${rounds.length} rounds
ndx furnish                  ${of(({ ndxPerSecond }) => ndxPerSecond).toFixed(0)} rows/s, process start included
load of the bench's furnish  ${of(({ loadPerSecond }) => loadPerSecond).toFixed(0)} records/s
ndx over the load            ${ratio.toFixed(2)}
peak memory of ndx           ${Math.max(...rounds.map(({ peakMemory }) => peakMemory)).toFixed(0)} MiB`;
}
