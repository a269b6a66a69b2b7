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
import { percentile } from '../percentile.js';
import { queryOf, queryStatus, QueryClient } from '../query-client.js';
import { startNetwork } from '../start-network.js';
import type { ListCases } from './list-case.js';
import { otherListCases } from './other-list-cases.js';
import { queryListCases, type FilledQueries } from './query-list-cases.js';

const CLIENTS = 16;
const DAYS = 90;
const DAY_MS = 86_400_000;
/** The goal for each list. */
const MOST_MS = 300;
const REQUESTS = 20;

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
    'the first page and the count of each list, one client, with 1,000,000 query events over 90 days, 100,000 consumers, businesses, consents, submissions, certificates, notices and deliveries each, 10,000 attestations, simulations, changed queries, disputes, documents and records of one business each, and 300,000 audit entries',
  run,
};

async function run(context: BenchContext): Promise<Figure[]> {
  const { isQuick, rounds, say } = context;
  const sizes = isQuick ? QUICK : FULL;
  const network = await startNetwork(context);
  try {
    const startedAt = performance.now();
    const filled = await makeQueries(network, sizes);
    await repeatPastQueries(network, filled.from, sizes.times - 1, DAYS * DAY_MS);
    const ownLists = await fillOthers(network, filled, sizes);
    say(`filled in ${((performance.now() - startedAt) / 1_000).toFixed(0)} s`);
    const cases = { ...queryListCases(filled), ...otherListCases({ ...filled, ...ownLists }) };
    const measured = await measure(network, cases, rounds);
    return [...measured].map(([name, p99]) =>
      figureOf(`${name}: p99`, 'ms', p99, { atMost: MOST_MS }),
    );
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
  const middle = Date.now() - (DAYS / 2) * DAY_MS;
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

/** The p99 of each round, in milliseconds. */
async function measure(
  network: LocalNetwork,
  cases: ListCases,
  rounds: number,
): Promise<ReadonlyMap<string, readonly number[]>> {
  const measured = new Map<string, readonly number[]>();
  for (const [name, { reader, path }] of Object.entries(cases)) {
    const client = BankClient.connect(network, reader, 1);
    const p99: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      p99.push(percentile(await latenciesOf(client, path), 0.99));
    }
    measured.set(name, p99);
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
