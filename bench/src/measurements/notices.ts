import { setTimeout as pause } from 'node:timers/promises';
import { FIRST_BANK, QUERYING_BANK, SECOND_BANK } from '@ndx/tools/network/demo-network';
import type { LocalNetwork } from '@ndx/tools/network/local-network';
import { BankClient } from '../bank-client.js';
import { besides } from '../beside.js';
import { furnishBatch, newBatches } from '../furnish-load.js';
import { inParallel } from '../in-parallel.js';
import type { BenchContext, Figure, Measurement } from '../measurement.js';
import { NoticeWork } from './notice-work.js';
import { percentile } from '../percentile.js';
import { QueryClient, queryOf, queryStatus } from '../query-client.js';
import { serviceMemoryOf } from '../resident-memory.js';
import { startNetwork } from '../start-network.js';

const ANSWERS = 100_000;
const ANSWERS_QUICKLY = 200;
/** Businesses of another furnisher, which are queried all the time. */
const STANDING = 100;
const CLIENTS = 16;
const POLL_MS = 500;
const MOST_GROWTH_MB = 100;

export const notices: Measurement = {
  name: 'notices',
  about: `notices of ${ANSWERS} answers whose furnisher withdraws all its records, and KYB queries of one client alone and beside that`,
  run,
};

/** What happened from the first withdrawal to the last notice. */
interface Withdrawing {
  readonly withdrawalsPerSecond: number;
  readonly noticesPerSecond: number;
  readonly peakMb: number;
}

async function run(context: BenchContext): Promise<Figure[]> {
  const { isQuick } = context;
  const answers = isQuick ? ANSWERS_QUICKLY : ANSWERS;
  const network = await startNetwork(context);
  const furnisher = BankClient.connect(network, FIRST_BANK, CLIENTS);
  const querier = BankClient.connect(network, QUERYING_BANK, CLIENTS);
  const work = await NoticeWork.open(network);
  try {
    await querier.send('POST', '/v1/notice-endpoints', '{}');
    const standing = await furnished(network, STANDING);
    const client = new QueryClient(network, standing, 1);
    await client.untilQueryable();
    const records = await answered(furnisher, querier, answers);
    await work.untilDone();

    const queries = isQuick ? 50 : 2_000;
    const alone = await client.run(queries);
    const restMb = serviceMemoryOf(network, 'product-query');
    const over = withdrawAll(network, furnisher, records, work);
    const beside = await besides(client, over);
    const { withdrawalsPerSecond, noticesPerSecond, peakMb } = await over;
    await client.close();
    const p50 = [alone, beside].map((latencies) => percentile(latencies, 0.5));
    const [p50Alone = NaN, p50Beside = NaN] = p50;
    return [
      { name: 'records withdrawn', value: withdrawalsPerSecond, unit: '/s' },
      { name: 'notices until the last one', value: noticesPerSecond, unit: '/s' },
      { name: 'product-query: at rest', value: restMb, unit: 'MB' },
      {
        name: 'product-query: growth',
        value: peakMb - restMb,
        unit: 'MB',
        goal: { atMost: MOST_GROWTH_MB },
      },
      { name: 'query p50 alone', value: p50Alone, unit: 'ms' },
      { name: 'query p50 beside', value: p50Beside, unit: 'ms' },
      { name: 'query p50 over p50', value: p50Beside / p50Alone, unit: '' },
      { name: 'query p99 alone', value: percentile(alone, 0.99), unit: 'ms' },
      { name: 'query p99 beside', value: percentile(beside, 0.99), unit: 'ms' },
    ];
  } finally {
    await Promise.all([furnisher.close(), querier.close(), work.close()]);
    await network.stop();
  }
}

/** The ids of businesses of the second bank. */
async function furnished(network: LocalNetwork, count: number): Promise<string[]> {
  const client = BankClient.connect(network, SECOND_BANK, 1);
  const batches = newBatches('STANDING', count);
  const results = await Promise.all(batches.map((body) => furnishBatch(client, body)));
  await client.close();
  return results.flatMap(({ records }) => records.map(({ businessId }) => businessId));
}

/** Furnishes records, each of which an answer uses. @returns their ids */
async function answered(
  furnisher: BankClient,
  querier: BankClient,
  count: number,
): Promise<readonly string[]> {
  const ids: string[] = [];
  for (const body of newBatches('WITHDRAWN', count)) {
    const { records } = await furnishBatch(furnisher, body);
    await inParallel(CLIENTS, records.length, async (index) => {
      const query = queryOf(records[index]?.businessId ?? '');
      while ((await queryStatus(querier, query)) !== 200) await pause(50);
    });
    ids.push(...records.map(({ recordId }) => recordId));
  }
  return ids;
}

async function withdrawAll(
  network: LocalNetwork,
  furnisher: BankClient,
  records: readonly string[],
  work: NoticeWork,
): Promise<Withdrawing> {
  const startedAt = performance.now();
  const perSecond = () => records.length / ((performance.now() - startedAt) / 1_000);
  const body = JSON.stringify({ reason: 'outdated' });
  const withdrawn = inParallel(CLIENTS, records.length, async (index) => {
    await furnisher.send('POST', `/v1/records/${records[index] ?? ''}/withdraw`, body);
  }).then(perSecond);
  let peakMb = 0;
  while ((await work.notices()) < records.length) {
    peakMb = Math.max(peakMb, serviceMemoryOf(network, 'product-query'));
    await pause(POLL_MS);
  }
  const noticesPerSecond = perSecond();
  return { withdrawalsPerSecond: await withdrawn, noticesPerSecond, peakMb };
}
