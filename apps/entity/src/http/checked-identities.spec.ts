import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { BOUNDS, type Principal } from '@ndx/contracts';
import fc from 'fast-check';
import { startEntityService, type EntityService } from '../testing/entity-service.js';
import { foundTwoNetworks } from '../testing/participants.js';
import { aBusiness, aConsumer, nineDigits } from '../testing/subjects.js';

const REGISTRATION = 'business_registration_identifier_from_jurisdiction_of_formation';
const JURISDICTION = 'business_jurisdiction_of_formation';

type Answer = { readonly error?: { readonly detail: string } | null };

let service: EntityService;
let networkId: string;
let caller: Principal;
beforeAll(async () => {
  service = await startEntityService();
  ({ networkId, governor: caller } = await foundTwoNetworks(service));
});
afterAll(() => service.stop());

async function call(path: string, body: object): Promise<Readonly<Record<string, Answer[]>>> {
  const answer = await service.call<Record<string, Answer[]>>(caller, 'POST', path, body);
  expect(answer.status).toBe(200);
  return answer.body;
}

const errorsOf = (answers: readonly Answer[] = []) => answers.map(({ error }) => error ?? null);

async function verdictsOn(kind: 'businesses' | 'consumers', items: readonly object[]) {
  const scope = kind === 'businesses' ? { network_ids: [networkId] } : { network_id: networkId };
  const body = { ...scope, [kind]: items };
  const before = await stored();
  const checked = await call(`/internal/${kind}/check`, body);
  expect(await stored()).toEqual(before);
  const real = await call(`/internal/${kind}/resolve`, body);
  return { checked: errorsOf(checked['results']), real: errorsOf(real[kind]) };
}

/** Everything that resolving a subject can write; each event takes a number of the outbox. */
async function stored() {
  const [row] = await service.sql<Record<string, number>>(
    `select (select sum(revision) from business_identity)::int as businesses,
       (select count(*) from business_registration)::int as registrations,
       (select sum(revision) from consumer_identity)::int as consumers,
       (select count(*) from subject_relation)::int as relations,
       (select count(*) from identity_conflict)::int as conflicts,
       (select last_value from outbox_seq_seq)::int as events`,
  );
  return row;
}

/** Numbers from a small set, so that claims name the same subjects. */
const identifier = fc.constantFrom('C-1', 'C-2', 'C-3', ' ', 7, null);
const businesses = fc.array(
  fc.record({
    [REGISTRATION]: identifier,
    [JURISDICTION]: fc.constantFrom('US-DE', 'de', 'Atlantis', null),
    business_tax_identifier_value: fc.constantFrom('12-3456789', '123', null),
  }),
  { minLength: 1, maxLength: 6 },
);
const consumers = fc.array(
  fc.record({
    social_security_number: fc.constantFrom('219099999', '666000000', 'none', null),
    date_of_birth: fc.constantFrom('1990-05-17', '2999-01-01', 'May'),
    last_name: fc.constantFrom('Sample', ''),
  }),
  { minLength: 1, maxLength: 6 },
);

describe('checked identities', () => {
  test('of any businesses have the errors of resolving them, and store and publish nothing', async () => {
    await fc.assert(
      fc.asyncProperty(businesses, async (changes) => {
        const items = changes.map((change) => aBusiness(change));
        const { checked, real } = await verdictsOn('businesses', items);
        expect(checked).toEqual(real);
      }),
      { numRuns: 60 },
    );
  });

  test('of any consumers have the errors of resolving them, and store and publish nothing', async () => {
    await fc.assert(
      fc.asyncProperty(consumers, async (changes) => {
        const items = changes.map((change) => aConsumer(change));
        const { checked, real } = await verdictsOn('consumers', items);
        expect(checked).toEqual(real);
      }),
      { numRuns: 60 },
    );
  });

  test('beyond the bound of a known business are rejected, whose registrations stay', async () => {
    const most = BOUNDS.business.registrations;
    const ein = nineDigits();
    const one = () => aBusiness({ business_tax_identifier_value: ein });
    const known = Array.from({ length: most }, one);
    expect((await verdictsOn('businesses', known)).checked).toEqual(known.map(() => null));
    const { checked, real } = await verdictsOn('businesses', [one()]);
    expect(checked).toEqual([{ detail: expect.stringContaining(`at most ${most}`) }]);
    expect(checked).toEqual(real);
  });
});
