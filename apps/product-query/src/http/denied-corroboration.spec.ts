import { matchKeysOf, namedSubject } from '@ndx/catalog';
import { ConsentGranted, ConsumerIdentified } from '@ndx/contracts';
import { useStarted } from '@ndx/testing/use-started';
import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { QueryService } from '../testing/query-service.js';
import { aConsumerQuery } from '../testing/requests.js';
import { ASSETS, LIABILITIES, OWNS } from '../testing/template-worlds.js';
import {
  assertForAll,
  newIds,
  twinCaller,
  TwinServices,
  type Ids,
} from '../testing/twin-services.js';
import { aConsumersConsent, aWorld } from '../testing/world.js';

const [NETWORK, QUERIER, SUBJECT, FURNISHER] = [1, 2, 3, 4];

const services = useStarted(() => TwinServices.start());

let lastSsn = 500_010_000;

/** The consumer with the SSN in each world; undefined when there is none. */
type Holder = { readonly last_name: string; readonly date_of_birth: string } | undefined;

const holder = fc.option(
  fc.record({
    last_name: fc.constantFrom('Holder', 'Stranger', "O'Brien"),
    date_of_birth: fc.constantFrom('1950-01-01T00:00:00Z', '1960-02-02T00:00:00Z'),
  }),
  { nil: undefined },
);

const stranger = fc.record({
  last_name: fc.constantFrom('Stranger', 'Hold', 'Holderson'),
  date_of_birth: fc.constantFrom('1971-03-04T00:00:00Z', '1972-03-04T00:00:00Z'),
});

function hashesOf({ matchHash }: QueryService, query: object): string[] {
  return matchKeysOf(namedSubject('consumer', { ...query })).map(({ kind, value }) =>
    matchHash.of(kind, value),
  );
}

/** The stranger consented in either world; another consumer or none has the SSN. */
async function make(
  service: QueryService,
  ids: Ids,
  { ssn, asking, who }: { readonly ssn: number; readonly asking: object; readonly who: Holder },
): Promise<void> {
  const world = {
    ...aWorld(),
    networkId: ids(NETWORK),
    subjectId: ids(6),
    principal: twinCaller(ids, QUERIER, [NETWORK]),
  };
  const match_hashes = hashesOf(service, aConsumerQuery(ssn, asking));
  await service.deliver(
    ConsentGranted,
    aConsumersConsent(world, { consent_id: ids(8), match_hashes }),
  );
  if (!who) return;
  const hashes = hashesOf(service, aConsumerQuery(ssn, who));
  await service.settle(ConsumerIdentified, {
    consumer_id: ids(SUBJECT),
    network_id: ids(NETWORK),
    match_hashes: [...hashes, ids(SUBJECT)],
    merged_into: null,
    revision: 1,
  });
  await service.furnish({
    record_id: ids(5),
    network_id: ids(NETWORK),
    subject_type: 'consumer',
    subject_id: ids(SUBJECT),
    furnishing_entity_id: ids(FURNISHER),
    furnished_at: new Date().toISOString(),
    stated_business: null,
    dataset: ASSETS.slug,
    models: { [ASSETS.slug]: OWNS },
  });
}

test('two worlds that differ in the owner of an SSN give the same answer to an uncorroborated query', () =>
  assertForAll(20, fc.tuple(holder, holder, stranger), async ([one, other, asking]) => {
    const ids = newIds();
    const ssn = (lastSsn += 1);
    const asked = [ASSETS, LIABILITIES].map(({ query }) => ({
      method: 'POST' as const,
      path: query.path,
      body: aConsumerQuery(ssn, asking),
    }));
    const [first, second] = await services.answersIn(
      [one, other],
      (service, who) => make(service, ids, { ssn, asking, who }),
      twinCaller(ids, QUERIER, [NETWORK]),
      asked,
    );
    expect(first).toEqual(second);
    expect(first.join()).not.toContain('house');
  }));
