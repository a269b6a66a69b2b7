import { randomUUID } from 'node:crypto';
import {
  DEMO_NETWORK,
  FIRST_BANK,
  OPERATOR,
  QUERYING_BANK,
  SECOND_BANK,
  type DemoInstitution,
} from '@ndx/tools/network/demo-network';
import type { LocalNetwork } from '@ndx/tools/network/local-network';
import { BankClient } from '../bank-client.js';
import { fillIdentities } from '../fill/identities.js';
import { fillOutbox, untilPublished } from '../fill/outbox.js';
import { fillOwnLists, type OwnItems } from '../fill/own-lists.js';
import { repeatPastQueries } from '../fill/past-queries.js';
import { furnishBusinesses } from '../furnish-load.js';
import { inDatabase } from '../in-database.js';
import { figureOf, type BenchContext, type Figure, type Measurement } from '../measurement.js';
import { percentile } from '../percentile.js';
import { queryOf, queryStatus, QueryClient } from '../query-client.js';
import { startNetwork } from '../start-network.js';

const CLIENTS = 16;
const DAYS = 90;
const DAY_MS = 86_400_000;
/** The goal for the first page of each list. */
const MOST_MS = 300;
const REQUESTS = 20;

interface Sizes extends OwnItems {
  readonly businesses: number;
  readonly queries: number;
  /** Copies of each query. */
  readonly copies: number;
  readonly subjects: number;
  readonly auditEntries: number;
}

const FULL: Sizes = {
  ...{ businesses: 200, queries: 2_000, copies: 499 },
  ...{ subjects: 100_000, auditEntries: 300_000, many: 100_000, few: 10_000 },
};
const QUICK: Sizes = {
  ...{ businesses: 20, queries: 100, copies: 4 },
  ...{ subjects: 1_000, auditEntries: 200, many: 100, few: 100 },
};

export const lists: Measurement = {
  name: 'lists',
  about:
    'the first page and the count of each list of the console, one client, with 1,000,000 query events over 90 days, 100,000 consumers, businesses, consents, submissions and notices each, 10,000 attestations, simulations, disputes, documents and records of one business each, and 300,000 audit entries',
  run,
};

async function run(context: BenchContext): Promise<Figure[]> {
  const network = await startNetwork(context);
  try {
    const filled = await fill(network, context);
    const cases = Object.entries(firstPages(filled));
    const figures: Figure[] = [];
    for (const [name, [institution, path]] of cases) {
      const client = BankClient.connect(network, institution, 1);
      const rounds: number[] = [];
      for (let round = 0; round < context.rounds; round += 1) {
        rounds.push(percentile(await latenciesOf(client, path), 0.99));
      }
      await client.close();
      figures.push(figureOf(`${name}: p99`, 'ms', rounds, { atMost: MOST_MS }));
    }
    return figures;
  } finally {
    await network.stop();
  }
}

interface Filled {
  readonly businessId: string;
  /** The middle of the filled time, and a day later; ISO 8601. */
  readonly day: { readonly from: string; readonly to: string };
}

/** One query in ten names a furnisher without records, so that it has no result. */
async function fill(network: LocalNetwork, { isQuick, say }: BenchContext): Promise<Filled> {
  const sizes = isQuick ? QUICK : FULL;
  const startedAt = performance.now();
  const businessIds = await furnishBusinesses(network, sizes.businesses);
  const [businessId = ''] = businessIds;
  const clients = new QueryClient(network, businessIds, CLIENTS);
  await clients.untilQueryable();
  const from = new Date().toISOString();
  await clients.run((sizes.queries * 9) / 10);
  await clients.close();
  const querier = BankClient.connect(network, QUERYING_BANK, 1);
  const unfurnished = JSON.stringify({
    ...(JSON.parse(queryOf(businessId)) as object),
    furnishing_entity_ids: [SECOND_BANK.entityId],
  });
  for (let n = 0; n < sizes.queries / 10; n += 1) await queryStatus(querier, unfurnished);
  await querier.close();
  await repeatPastQueries(network, from, sizes.copies, DAYS * DAY_MS);
  await fillIdentities(network, sizes.subjects);
  await fillOwnLists(network, businessId, sizes);
  await inDatabase(network, 'product-query', async (database) => {
    await fillOutbox(database, sizes.auditEntries);
    await untilPublished(database);
  });
  say(`filled in ${((performance.now() - startedAt) / 1_000).toFixed(0)} s`);
  const middle = Date.now() - (DAYS / 2) * DAY_MS;
  const day = {
    from: new Date(middle).toISOString(),
    to: new Date(middle + DAY_MS).toISOString(),
  };
  return { businessId, day };
}

/** The institution that reads each list, and the path of its first page or of its count. */
function firstPages({ businessId, day }: Filled) {
  const path = (base: string, filter: Readonly<Record<string, string>> = {}) =>
    `${base}?${new URLSearchParams(filter).toString()}`;
  const events = (filter: Readonly<Record<string, string>> = {}) =>
    path('/v1/query-events', { network_id: DEMO_NETWORK.id, order: 'newest_first', ...filter });
  const log = `/v1/networks/${DEMO_NETWORK.id}/audit-logs/product-query/entries`;
  const period = { from: isoDay(Date.now() - 30 * DAY_MS), to: isoDay(Date.now() + DAY_MS) };
  const network = { network_id: DEMO_NETWORK.id };
  const newest = { order: 'newest_first' };
  const records = { ...network, subject_id: businessId };
  const ending = { expires_before: new Date(Date.now() + 30 * DAY_MS).toISOString() };
  return {
    'query events': [OPERATOR, events()],
    'query events of a querier': [QUERYING_BANK, events()],
    'query events of an institution': [
      OPERATOR,
      events({ querying_entity_id: QUERYING_BANK.entityId }),
    ],
    'query events of an institution without any': [
      OPERATOR,
      events({ querying_entity_id: FIRST_BANK.entityId }),
    ],
    'query events without a result': [OPERATOR, events({ outcome: 'no_result' })],
    'query events by reason': [OPERATOR, events({ reason: 'no_eligible_record' })],
    'query events by a rare reason': [OPERATOR, events({ reason: 'not_stated' })],
    'query events of a template': [OPERATOR, events({ product_slug: 'total_consumer_assets' })],
    'query events about a subject': [OPERATOR, events({ subject_id: businessId })],
    'query events of a policy': [OPERATOR, events({ policy_id: randomUUID() })],
    'query events of a request': [OPERATOR, events({ request_id: 'unknown' })],
    'query events of a day': [OPERATOR, events({ ...day })],
    'daily counts': [OPERATOR, path('/v1/query-events/daily-counts', { ...network, ...period })],
    'record uses': [FIRST_BANK, path('/v1/record-uses', { ...network, order: 'newest_first' })],
    'record uses of a template': [
      FIRST_BANK,
      path('/v1/record-uses', { ...network, ...newest, product_slug: 'total_consumer_assets' }),
    ],
    'excluded record uses': [
      FIRST_BANK,
      path('/v1/record-uses', { ...network, ...newest, outcome: 'excluded' }),
    ],
    'count of record uses': [FIRST_BANK, path('/v1/record-uses/count', network)],
    'audit entries': [OPERATOR, path(log)],
    'audit entries about a resource': [OPERATOR, path(log, { subject: randomUUID() })],
    'audit entries of an account': [OPERATOR, path(log, { account_id: randomUUID() })],
    'audit entries of a day': [OPERATOR, path(log, { ...day })],
    'count of query events': [OPERATOR, path('/v1/query-events/count', network)],
    'count of query events by a rare reason': [
      OPERATOR,
      path('/v1/query-events/count', { ...network, reason: 'not_stated' }),
    ],
    businesses: [QUERYING_BANK, path('/v1/entities/business/search', network)],
    'count of businesses': [QUERYING_BANK, path('/v1/entities/business/count', network)],
    consumers: [QUERYING_BANK, path('/v1/entities/consumer/search', network)],
    'count of consumers': [QUERYING_BANK, path('/v1/entities/consumer/count', network)],
    consents: [QUERYING_BANK, path('/v1/consent/business', { ...network, ...newest })],
    'consents of a subject': [
      QUERYING_BANK,
      path('/v1/consent/business', { ...records, ...newest }),
    ],
    'consents that end soon': [
      QUERYING_BANK,
      path('/v1/consent/business', { ...network, ...newest, ...ending }),
    ],
    'consents with a rare status': [
      QUERYING_BANK,
      path('/v1/consent/business', { ...network, ...newest, status: 'revoked' }),
    ],
    'expired consents': [
      QUERYING_BANK,
      path('/v1/consent/business', { ...network, ...newest, status: 'expired' }),
    ],
    'consents of a day': [
      QUERYING_BANK,
      path('/v1/consent/business', { ...network, ...newest, ...day }),
    ],
    'count of consents with a rare status': [
      QUERYING_BANK,
      path('/v1/consent/business/count', { ...network, status: 'revoked' }),
    ],
    'count of consents of a day': [
      QUERYING_BANK,
      path('/v1/consent/business/count', { ...network, ...day }),
    ],
    'count of consents': [QUERYING_BANK, path('/v1/consent/business/count', network)],
    submissions: [FIRST_BANK, path('/v1/submissions', newest)],
    'submissions of another result': [
      FIRST_BANK,
      path('/v1/submissions', { ...newest, accepted: 'none' }),
    ],
    'submissions of another data set': [
      FIRST_BANK,
      path('/v1/submissions', { ...newest, dataset: 'total_consumer_assets' }),
    ],
    'count of submissions': [FIRST_BANK, path('/v1/submissions/count')],
    'count of submissions of another result': [
      FIRST_BANK,
      path('/v1/submissions/count', { accepted: 'none' }),
    ],
    'count of submissions of another data set': [
      FIRST_BANK,
      path('/v1/submissions/count', { dataset: 'total_consumer_assets' }),
    ],
    'records of a subject': [FIRST_BANK, path('/v1/records', records)],
    'count of records': [FIRST_BANK, path('/v1/records/count', records)],
    attestations: [FIRST_BANK, path('/v1/institution-attestation', newest)],
    'count of attestations': [FIRST_BANK, path('/v1/institution-attestation/count')],
    simulations: [OPERATOR, path('/v1/simulations', { ...network, ...newest })],
    certificates: [QUERYING_BANK, path('/v1/products/kyb_certificate/certificates')],
    notices: [QUERYING_BANK, path('/v1/notices', newest)],
    'notices about a subject': [
      QUERYING_BANK,
      path('/v1/notices', { ...newest, subject_id: businessId }),
    ],
    'notices about a subject without any': [
      QUERYING_BANK,
      path('/v1/notices', { ...newest, subject_id: randomUUID() }),
    ],
    'notices of another kind': [
      QUERYING_BANK,
      path('/v1/notices', { ...newest, kind: 'separated' }),
    ],
    'count of notices': [QUERYING_BANK, path('/v1/notices/count')],
    disputes: [FIRST_BANK, path('/v1/disputes')],
    'disputes, newest first': [FIRST_BANK, path('/v1/disputes', newest)],
    'decided disputes': [FIRST_BANK, path('/v1/disputes', { ...newest, state: 'decided' })],
    'count of disputes': [FIRST_BANK, path('/v1/disputes/count')],
    documents: [FIRST_BANK, path('/v1/documents', newest)],
    'identity conflicts': [OPERATOR, `/v1/networks/${DEMO_NETWORK.id}/identity-conflicts`],
    participants: [OPERATOR, `/v1/networks/${DEMO_NETWORK.id}/participants`],
    'drafts of policies': [OPERATOR, path('/v1/networks/policies/drafts', network)],
  } as const satisfies Readonly<Record<string, readonly [DemoInstitution, string]>>;
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

function isoDay(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}
