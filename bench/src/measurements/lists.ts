import { QUERYING_BANK, SECOND_BANK } from '@ndx/tools/network/demo-network';
import type { LocalNetwork } from '@ndx/tools/network/local-network';
import { BankClient } from '../bank-client.js';
import { fillIdentities } from '../fill/identities.js';
import { fillOutbox, untilPublished } from '../fill/outbox.js';
import { fillOwnLists, type OwnItems, type OwnLists } from '../fill/own-lists.js';
import { repeatPastQueries } from '../fill/past-queries.js';
import { furnishBusinesses } from '../furnish-load.js';
import { inDatabase } from '../in-database.js';
import { figureOf, type BenchContext, type Figure, type Measurement } from '../measurement.js';
import { median, percentile } from '../percentile.js';
import { queryOf, queryStatus, QueryClient } from '../query-client.js';
import { startNetwork } from '../start-network.js';
import type { ListCases } from './list-case.js';
import { otherListCases } from './other-list-cases.js';
import { queryListCases, type FilledQueries } from './query-list-cases.js';

const CLIENTS = 16;
const DAYS = 90;
/** The newest part of the query events is filled first, and its lists are measured. */
const PART = 0.1;
const DAY_MS = 86_400_000;
/** The goal for each list. */
const MOST_MS = 300;
/** The goal for a list of query events over the same list among a part of them. */
const MOST_GROWTH = 2;
const REQUESTS = 10;

interface Sizes extends OwnItems {
  readonly businesses: number;
  readonly queries: number;
  /** The filled query events for each query. */
  readonly times: number;
  readonly subjects: number;
  readonly auditEntries: number;
}

const FULL: Sizes = {
  ...{ businesses: 200, queries: 2_000, times: 500 },
  ...{ subjects: 100_000, auditEntries: 300_000, many: 100_000, few: 10_000 },
};
const QUICK: Sizes = {
  ...{ businesses: 20, queries: 100, times: 20 },
  ...{ subjects: 1_000, auditEntries: 200, many: 100, few: 100 },
};

export const lists: Measurement = {
  name: 'lists',
  about:
    'the first page and the count of each list, one client, with 1,000,000 query events over 90 days, 100,000 consumers, businesses, consents, submissions with a record, certificates, notices and deliveries each, 10,000 attestations, simulations, changed queries, disputes, documents and records of one business each, and 300,000 audit entries; those of query events also with the newest 100,000 alone',
  run,
};

async function run(context: BenchContext): Promise<Figure[]> {
  const { isQuick, rounds, say } = context;
  const sizes = isQuick ? QUICK : FULL;
  const network = await startNetwork(context);
  try {
    const startedAt = performance.now();
    const after = () => `after ${((performance.now() - startedAt) / 1_000).toFixed(0)} s`;
    const filled = await makeQueries(network, sizes);
    const queryLists = queryListCases(filled);
    const fillBefore = (copies: number, days: number) =>
      repeatPastQueries(network, filled.from, copies, days * DAY_MS);
    const fewer = sizes.times * PART;
    await fillBefore(fewer - 1, DAYS * PART);
    // The first requests run code that is not optimized yet.
    await measure(network, queryLists, 1);
    const amongFewer = await measure(network, queryLists, rounds);
    say(`measured among ${sizes.queries * fewer} query events ${after()}`);
    await fillBefore(sizes.times - fewer, DAYS * (1 - PART));
    const otherLists = otherListCases({ ...filled, ...(await fillOthers(network, filled, sizes)) });
    say(`filled ${after()}`);
    const among = await measure(network, { ...queryLists, ...otherLists }, rounds);
    say(`measured ${after()}`);
    return [...timesIn(among), ...growthsIn(among, amongFewer)];
  } finally {
    await network.stop();
  }
}

interface MadeQueries extends FilledQueries {
  /** The time of the first one; ISO 8601. */
  readonly from: string;
}

/** One query in ten names a furnisher without records, so that it has no result. */
async function makeQueries(
  network: LocalNetwork,
  { businesses, queries }: Sizes,
): Promise<MadeQueries> {
  const businessIds = await furnishBusinesses(network, businesses);
  const [businessId = ''] = businessIds;
  const clients = new QueryClient(network, businessIds, CLIENTS);
  await clients.untilQueryable();
  const from = new Date().toISOString();
  await clients.run((queries * 9) / 10);
  await clients.close();
  const querier = BankClient.connect(network, QUERYING_BANK, 1);
  const unfurnished = JSON.stringify({
    ...(JSON.parse(queryOf(businessId)) as object),
    furnishing_entity_ids: [SECOND_BANK.entityId],
  });
  for (let n = 0; n < queries / 10; n += 1) await queryStatus(querier, unfurnished);
  await querier.close();
  const middle = Date.now() - (DAYS * PART * DAY_MS) / 2;
  const day = {
    from: new Date(middle).toISOString(),
    to: new Date(middle + DAY_MS).toISOString(),
  };
  return { businessId, day, from };
}

async function fillOthers(
  network: LocalNetwork,
  { businessId, from }: MadeQueries,
  sizes: Sizes,
): Promise<OwnLists> {
  await fillIdentities(network, sizes.subjects);
  const ownLists = await fillOwnLists(network, businessId, from, sizes);
  await inDatabase(network, 'product-query', async (database) => {
    await fillOutbox(database, sizes.auditEntries);
    await untilPublished(database);
  });
  return ownLists;
}

/** In milliseconds, by round. */
interface Latencies {
  readonly p50: number[];
  readonly p99: number[];
}

async function measure(
  network: LocalNetwork,
  cases: ListCases,
  rounds: number,
): Promise<ReadonlyMap<string, Latencies>> {
  const measured = new Map<string, Latencies>();
  for (const [name, { reader, path }] of Object.entries(cases)) {
    const client = BankClient.connect(network, reader, 1);
    const found: Latencies = { p50: [], p99: [] };
    for (let round = 0; round < rounds; round += 1) {
      const latencies = await latenciesOf(client, path);
      found.p50.push(percentile(latencies, 0.5));
      found.p99.push(percentile(latencies, 0.99));
    }
    measured.set(name, found);
    await client.close();
  }
  return measured;
}

async function latenciesOf(client: BankClient, path: string): Promise<number[]> {
  const latencies: number[] = [];
  for (let n = 0; n < REQUESTS; n += 1) {
    const start = performance.now();
    await client.send('GET', path);
    latencies.push(performance.now() - start);
  }
  return latencies;
}

function timesIn(measured: ReadonlyMap<string, Latencies>): Figure[] {
  return [...measured].map(([name, { p99 }]) =>
    figureOf(`${name}: p99`, 'ms', p99, { atMost: MOST_MS }),
  );
}

/** Ratios of the p50: the p99 of so few requests is the slowest of them. */
function growthsIn(
  measured: ReadonlyMap<string, Latencies>,
  amongFewer: ReadonlyMap<string, Latencies>,
): Figure[] {
  return [...amongFewer].map(([name, { p50 }]) => {
    const growth = measured.get(name)?.p50.map((later) => later / median(p50)) ?? [];
    return figureOf(`${name}: p50 over a tenth of the events`, '', growth, {
      atMost: MOST_GROWTH,
    });
  });
}
