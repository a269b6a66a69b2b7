import { setTimeout as pause } from 'node:timers/promises';
import { join } from 'node:path';
import { FIRST_BANK, QUERYING_BANK } from '@ndx/tools/network/demo-network';
import { BankClient } from '../bank-client.js';
import { furnishBatch, newBatches } from '../furnish-load.js';
import { figureOf, type BenchContext, type Figure, type Measurement } from '../measurement.js';
import { percentile } from '../percentile.js';
import { queryOf, queryStatus } from '../query-client.js';
import { startNetwork } from '../start-network.js';

const PER_SECOND = 200;

/** How the records arrive: in few large requests, or in many small ones. */
const BATCHES = [100, 10] as const;

/** One record of this many is queried; querying all records would add too much load. */
const SAMPLED = 20;

const CONNECTIONS = 16;
/** Maximum delay of a measured time. */
const POLL_MS = 10;
/** A record that does not become queryable within this time is lost. */
const TIMEOUT_MS = 30_000;

/** The bank that furnishes, and the one that queries. */
interface Banks {
  readonly furnisher: BankClient;
  readonly querier: BankClient;
}

export const lag: Measurement = {
  name: 'lag',
  about: `${PER_SECOND} records a second furnished at an even pace, and the time until a query answers with the data of each`,
  async run(context) {
    return [...(await onBus('embedded', context)), ...(await onBus('kafka', context))];
  },
};

async function onBus(bus: 'embedded' | 'kafka', context: BenchContext): Promise<Figure[]> {
  const { rounds, isQuick, say, dataDir } = context;
  const network = await startNetwork({ dataDir: join(dataDir, bus), say }, bus);
  try {
    const banks = {
      furnisher: BankClient.connect(network, FIRST_BANK, CONNECTIONS),
      querier: BankClient.connect(network, QUERYING_BANK, CONNECTIONS),
    };
    await lagsOf(banks, 'WARM', 100, isQuick ? 2 : 10);
    const figures: Figure[] = [];
    for (const perBatch of BATCHES) {
      const lags: number[][] = [];
      while (lags.length < rounds) {
        lags.push(await lagsOf(banks, `LAG${perBatch}-${lags.length}`, perBatch, isQuick ? 2 : 15));
      }
      const figure = (share: number) =>
        figureOf(
          `acknowledged to queryable p${share * 100}, ${bus}, in batches of ${perBatch}`,
          'ms',
          lags.map((round) => percentile(round, share)),
        );
      figures.push({ ...figure(0.99), goal: { atMost: 400 } }, figure(0.5));
    }
    await Promise.all([banks.furnisher.close(), banks.querier.close()]);
    return figures;
  } finally {
    await network.stop();
  }
}

/**
 * Sends each batch on schedule without waiting for earlier batches.
 * @returns milliseconds from the acknowledgement of a record until it was queryable
 */
async function lagsOf(
  { furnisher, querier }: Banks,
  name: string,
  perBatch: number,
  seconds: number,
): Promise<number[]> {
  const everyMs = (perBatch / PER_SECOND) * 1_000;
  const measured = newBatches(name, PER_SECOND * seconds, perBatch).map(async (body, place) => {
    await pause(place * everyMs);
    const { records } = await furnishBatch(furnisher, body);
    const acknowledged = performance.now();
    const sampled = records.filter((_, index) => (place * perBatch + index) % SAMPLED === 0);
    return Promise.all(
      sampled.map(
        async ({ businessId }) => (await queryableAt(querier, businessId)) - acknowledged,
      ),
    );
  });
  return (await Promise.all(measured)).flat();
}

/** Time of the first query answered with data, by `performance.now()`. */
async function queryableAt(querier: BankClient, businessId: string): Promise<number> {
  const giveUpAt = performance.now() + TIMEOUT_MS;
  while (performance.now() < giveUpAt) {
    if ((await queryStatus(querier, queryOf(businessId))) === 200) return performance.now();
    await pause(POLL_MS);
  }
  throw new Error(`business ${businessId} cannot be queried after ${TIMEOUT_MS} ms`);
}
