import { setTimeout as pause } from 'node:timers/promises';
import { demoBusiness } from '@ndx/tools/demo/demo-business';
import { DEMO_NETWORK, FIRST_BANK, QUERYING_BANK } from '@ndx/tools/network/demo-network';
import type { LocalNetwork } from '@ndx/tools/network/local-network';
import { BankClient } from '../bank-client.js';
import { batchOf, furnishBatch, furnishBusinesses } from '../furnish-load.js';
import { inParallel } from '../in-parallel.js';
import type { BenchContext, Figure, Measurement } from '../measurement.js';
import { QUERY, QueryClient, queryOf } from '../query-client.js';
import { residentMemoryOf } from '../resident-memory.js';
import { startNetwork } from '../start-network.js';

const CLIENTS = 16;
const BUSINESSES = 200;
const MOST_MB = 256;
const MOST_GROWTH_PERCENT = 10;
const REST_MS = 10_000;

export const memory: Measurement = {
  name: 'memory',
  about: 'the memory of each process at rest, and after as many requests to each service',
  run,
};

/** Resident memory in MiB, by process name. */
type Reading = ReadonlyMap<string, number>;

async function run(context: BenchContext): Promise<Figure[]> {
  const { isQuick, say } = context;
  const network = await startNetwork(context);
  const read = async (when: string): Promise<Reading> => {
    await pause(isQuick ? 1_000 : REST_MS);
    const reading = new Map(
      [...network.processes].map(([name, { pid = 0 }]) => [name, residentMemoryOf(pid)] as const),
    );
    const shown = [...reading].map(([name, size]) => `${name} ${size.toFixed(0)}`);
    say(`${when}: ${shown.join(', ')} MB`);
    return reading;
  };
  try {
    const idle = await read('idle');
    const businessIds = await furnishBusinesses(network, BUSINESSES);
    const client = new QueryClient(network, businessIds, 1);
    await client.untilQueryable();
    await client.close();

    const requests = await requestsOf(network, businessIds);
    const load = (requestsOfEach: number) =>
      inParallel(CLIENTS, requestsOfEach * requests.length, async (index) => {
        await requests[index % requests.length]?.(Math.floor(index / requests.length));
      });
    const [warm, whole] = isQuick ? [50, 200] : [10_000, 100_000];
    await load(warm);
    const afterWarm = await read(`after ${warm} requests to each`);
    await load(whole - warm);
    const afterWhole = await read(`after ${whole} requests to each`);
    return [...idle].flatMap(([name, atRest]) => {
      const size = afterWhole.get(name) ?? NaN;
      const growth = (size / (afterWarm.get(name) ?? NaN) - 1) * 100;
      const most = { unit: 'MB', goal: { atMost: MOST_MB } };
      return [
        { name: `${name}: idle`, value: atRest, ...most },
        { name: `${name}: after ${whole} requests`, value: size, ...most },
        {
          name: `${name}: growth since the first ${warm}`,
          value: growth,
          unit: '%',
          goal: { atMost: MOST_GROWTH_PERCENT },
        },
      ];
    });
  } finally {
    await network.stop();
  }
}

/** A request to each service, all through the gateway. */
async function requestsOf(
  network: LocalNetwork,
  businessIds: readonly string[],
): Promise<readonly ((index: number) => Promise<unknown>)[]> {
  const [querier, furnisher] = [QUERYING_BANK, FIRST_BANK].map((bank) =>
    BankClient.connect(network, bank, CLIENTS),
  );
  if (!querier || !furnisher) throw new Error('there are two banks');
  const consent = {
    network_id: DEMO_NETWORK.id,
    did_gather_consent_from_business_prior: true,
    business_consent_identity: demoBusiness('BENCH-0'),
  };
  const recorded = await querier.send('POST', '/v1/consent/business', JSON.stringify(consent));
  const { consent_id: consentId } = JSON.parse(recorded) as { consent_id: string };
  const search = `network_id=${DEMO_NETWORK.id}&business_legal_name=Example%20Hardware%20LLC`;
  return [
    () => querier.send('GET', `/v1/consent/business/${consentId}`),
    () => querier.send('GET', `/v1/entities/business/search?${search}`),
    () => querier.send('GET', `/v1/networks/policies/querying?network_id=${DEMO_NETWORK.id}`),
    () => furnisher.send('GET', '/v1/institution-attestation'),
    (index) => querier.send('POST', QUERY, queryOf(businessIds[index % businessIds.length] ?? '')),
    (index) => furnishBatch(furnisher, batchOf([`BENCH-${index % businessIds.length}`])),
  ];
}
