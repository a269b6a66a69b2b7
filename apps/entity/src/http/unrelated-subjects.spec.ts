import { newId, type Principal } from '@ndx/contracts';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { startEntityService, type EntityService } from '../testing/entity-service.js';
import { foundTwoNetworks } from '../testing/participants.js';
import { searchesIn } from '../testing/searches.js';
import { aBusiness, aConsumer } from '../testing/subjects.js';

let service: EntityService;
beforeAll(async () => {
  service = await startEntityService();
});
afterAll(() => service.stop());

/** A claim, of the caller's institution, or of another one about a subject of its own. */
interface Step {
  readonly kind: 'consumer' | 'business';
  readonly place: number;
  readonly name: string;
  readonly email: string;
  readonly day: string;
}

const step: fc.Arbitrary<Step> = fc.record({
  kind: fc.constantFrom('consumer', 'business'),
  place: fc.nat(2),
  name: fc.constantFrom('Ada', 'Adam', 'Brown', 'Li'),
  email: fc.constantFrom('a@one.example', 'b@two.example'),
  day: fc.constantFrom('1990-01-15', '1980-02-28'),
});
const steps = fc.array(step, { maxLength: 5 });
/** What only the other institution stated comes before and after what the caller did. */
const hidden = fc.record({ before: steps, after: steps });

/** The identifiers of subjects, the same in both worlds. */
const identifiers = () => ({
  consumer: [0, 1, 2].map(() => ({
    social_security_number: aConsumer().social_security_number,
  })),
  business: [0, 1, 2].map(() => aBusiness()),
});
type Identifiers = ReturnType<typeof identifiers>;

function claimOf({ kind, place, name, email, day }: Step, ids: Identifiers): object {
  return kind === 'consumer'
    ? {
        ...aConsumer({ first_name: name, last_name: `Name${place}`, date_of_birth: day }),
        ...ids.consumer[place],
        personal_email: email,
      }
    : { ...ids.business[place], business_legal_name: `${name} Inc`, business_email: email };
}

const SEARCHES = [
  ['consumer', {}],
  ['consumer', { limit: '1' }],
  ['consumer', { first_name: 'ad' }],
  ['consumer', { last_name: 'NAME' }],
  ['consumer', { personal_email: '@one' }],
  ['consumer', { date_of_birth: '1990-01-15', first_name: 'a' }],
  ['business', {}],
  ['business', { limit: '2' }],
  ['business', { business_legal_name: 'ad' }],
  ['business', { business_email: '@TWO' }],
] as const;

const MINTED = [
  [/[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}/g, '<id>'],
  [/(consumer|business)-[0-9a-f]{8}/g, '$1-<label>'],
  [/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '<time>'],
] as const;
const OF_A_REQUEST = new Set(['date', 'x-request-id', 'keep-alive', 'connection']);

/** Statuses, headers and bodies, with what is minted for a subject or a request taken out. */
async function answers(by: Principal, networkId: string, ids: Identifiers, own: readonly Step[]) {
  const { search } = searchesIn(service, networkId);
  const named = own
    .filter(({ kind }) => kind === 'consumer')
    .map(({ place }) => ['consumer', { ...ids.consumer[place] }] as const);
  return Promise.all(
    [...SEARCHES, ...named].map(async ([kind, criteria]) => {
      const response = await search(by, kind, criteria);
      const head = [...response.headers].filter(([name]) => !OF_A_REQUEST.has(name));
      const text = JSON.stringify([response.status, head, await response.text()]);
      return MINTED.reduce((masked, [minted, mask]) => masked.replaceAll(minted, mask), text);
    }),
  );
}

test('two worlds that differ in subjects unrelated to a caller answer its searches under `related` alike', async () => {
  const world = fc.record({ own: steps, one: hidden, other: hidden });
  await fc.assert(
    fc.asyncProperty(world, async ({ own, one, other }) => {
      const { networkId, otherNetworkId, governor } = await foundTwoNetworks(service);
      const memberships = [networkId, otherNetworkId].map((network_id) => ({
        network_id,
        roles: ['querier', 'furnisher'] as const,
        country: 'US',
      }));
      const [bank, lender] = [newId(), newId()].map((entity_id) => ({
        ...governor,
        entity_id,
        memberships,
      }));
      if (!bank || !lender) throw new Error('there are two');
      const [owned, unrelated] = [identifiers(), identifiers()];
      const told: string[][] = [];
      for (const [id, { before, after }] of [
        [networkId, one],
        [otherNetworkId, other],
      ] as const) {
        const { state, setVisibility } = searchesIn(service, id);
        for (const each of before) await state(lender, each.kind, claimOf(each, unrelated));
        for (const each of own) await state(bank, each.kind, claimOf(each, owned));
        for (const each of after) await state(lender, each.kind, claimOf(each, unrelated));
        expect((await setVisibility(governor, 'related')).status).toBe(200);
        told.push(await answers(bank, id, owned, own));
      }
      expect(told[0]).toEqual(told[1]);
    }),
    { numRuns: 10 },
  );
});
