import { randomUUID } from 'node:crypto';
import { BOUNDS, BusinessIdentified, ConsumerIdentified, type Principal } from '@ndx/contracts';
import { eventually } from '@ndx/testing';
import { beforeAll, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { useEntityService } from '../testing/entity-service.js';
import { foundTwoNetworks, signInFirst } from '../testing/participants.js';
import { resolveBusinesses as resolve } from '../testing/resolve-businesses.js';
import { aBusiness, aConsumer, nineDigits } from '../testing/subjects.js';

const service = useEntityService();

describe('resolved identities', () => {
  interface ConsumerMatch {
    readonly consumer_id: string;
    readonly match_hashes: string[];
  }

  let networkId: string;
  let otherNetworkId: string;
  let caller: Principal;
  beforeAll(async () => {
    ({ networkId, otherNetworkId, governor: caller } = await foundTwoNetworks(service));
  });

  const resolveBusinesses = (businesses: readonly object[], networkIds = [networkId]) =>
    resolve(service, caller, networkIds, businesses);

  async function resolveConsumer(consumer: object): Promise<ConsumerMatch | undefined> {
    const { body } = await service.call<{ consumers: ConsumerMatch[] }>(
      caller,
      'POST',
      '/internal/consumers/resolve',
      { network_id: networkId, consumers: [consumer] },
    );
    return body.consumers[0];
  }

  async function revisionOf(table: string, id: string | undefined): Promise<number | undefined> {
    const sql = `select revision from ${table} where id = $1`;
    const [row] = await service.sql<{ revision: number }>(sql, [id]);
    return row?.revision;
  }

  describe('a business', () => {
    test('is the same for every spelling of its registration identifier and EIN', async () => {
      const business = aBusiness({ business_tax_identifier_value: '012345678' });
      const [first] = await resolveBusinesses([business]);
      const [byNumber, byEin] = await resolveBusinesses([
        {
          ...business,
          business_jurisdiction_of_formation: ' us-de ',
          business_tax_identifier_value: null,
        },
        { business_legal_name: 'ACME HOLDINGS', business_tax_identifier_value: 12345678 },
      ]);
      expect(first?.match_hashes).toHaveLength(2);
      const renamed = { ...first, stated_legal_name: 'ACME HOLDINGS' };
      expect(byNumber).toEqual(renamed);
      expect(byEin).toEqual(renamed);
    });

    test('is the same for every spelling of its jurisdiction, which must be in ISO 3166', async () => {
      const business = aBusiness({ business_tax_identifier_value: null });
      const written = ['US-DE', 'DE', 'Delaware', 'Atlantis'].map((jurisdiction) => ({
        ...business,
        business_jurisdiction_of_formation: jurisdiction,
      }));
      const [first, ...others] = await resolveBusinesses(written);
      expect(others.slice(0, 2)).toEqual([first, first]);
      expect(others[2]).toEqual({
        error: {
          detail: expect.stringMatching(/^business_jurisdiction_of_formation: must be an ISO/),
        },
      });
    });

    test('in a network of another country has jurisdictions of that country', async () => {
      const founded = await service.call<{ network_id: string }>(caller, 'POST', '/v1/networks', {
        name: 'Deutschland',
        country: 'de',
      });
      expect(founded.body).toMatchObject({ country: 'DE' });
      const there = await signInFirst(service);
      const business = aBusiness({ business_tax_identifier_value: null });
      const place = (jurisdiction: string) => ({
        ...business,
        business_jurisdiction_of_formation: jurisdiction,
      });
      const networkIds = [founded.body.network_id];
      const [bavaria, code] = await resolve(service, there, networkIds, [
        place('BY'),
        place('DE-BY'),
      ]);
      expect(code).toEqual(bavaria);
      const [both] = await resolve(service, there, [networkId, ...networkIds], [place('DE')]);
      expect(both?.error?.detail).toContain('business_jurisdiction_of_formation');
    });

    test('has the same match hashes in every network, and a separate identity in each', async () => {
      const business = aBusiness();
      const [here] = await resolveBusinesses([business]);
      const [there] = await resolveBusinesses([business], [otherNetworkId]);
      expect(there?.network_id).toBe(otherNetworkId);
      expect(there?.business_id).not.toBe(here?.business_id);
      expect(there?.match_hashes).toEqual(here?.match_hashes);
    });

    test('is found in the second network when the first does not have it', async () => {
      const business = aBusiness();
      const [there] = await resolveBusinesses([business], [otherNetworkId]);
      const [found] = await resolveBusinesses([business], [networkId, otherNetworkId]);
      expect(found).toEqual(there);
    });

    test('is found by the EIN that a later claim adds', async () => {
      const { business_tax_identifier_value: ein, ...unnumbered } = aBusiness();
      const [first] = await resolveBusinesses([unnumbered]);
      const [second] = await resolveBusinesses([
        { ...unnumbered, business_tax_identifier_value: ein },
      ]);
      expect(second?.business_id).toBe(first?.business_id);
      expect(second?.match_hashes).toHaveLength(2);
      expect(await revisionOf('business_identity', first?.business_id)).toBe(2);
      const { business_legal_name } = unnumbered;
      const byEin = { business_legal_name, business_tax_identifier_value: ein };
      expect(await resolveBusinesses([byEin])).toEqual([second]);
    });

    test('does not take over the EIN of another', async () => {
      const [one, other] = [aBusiness(), aBusiness({ business_tax_identifier_value: null })];
      const [owner, plain] = await resolveBusinesses([one, other]);
      const ein = {
        business_legal_name: one.business_legal_name,
        business_tax_identifier_value: one.business_tax_identifier_value,
      };
      const [claimed] = await resolveBusinesses([{ ...other, ...ein }]);
      expect(claimed).toEqual(plain);
      expect(await resolveBusinesses([ein])).toEqual([owner]);
    });

    test('has one identity after fifty concurrent requests', async () => {
      const business = aBusiness();
      const requests = Array.from({ length: 50 }, () => resolveBusinesses([business]));
      const ids = (await Promise.all(requests)).map(([match]) => match?.business_id);
      expect(new Set(ids).size).toBe(1);
      expect(await revisionOf('business_identity', ids[0])).toBe(1);
    });

    test('has one identity after requests by registration, by EIN and by both', async () => {
      const both = aBusiness();
      const forms = [
        both,
        { ...both, business_tax_identifier_value: null },
        {
          business_legal_name: both.business_legal_name,
          business_tax_identifier_value: both.business_tax_identifier_value,
        },
      ];
      await resolveBusinesses([both]);
      const requests = Array.from({ length: 30 }, (_, index) => {
        const form = forms[index % forms.length] ?? both;
        return resolveBusinesses([{ ...form, business_dba_name: `Name ${index}` }]);
      });
      const ids = (await Promise.all(requests)).map(([match]) => match?.business_id);
      expect(new Set(ids).size).toBe(1);
    });

    test('has one identity after overlapping batches of a hundred, in any order', async () => {
      const batch = Array.from({ length: 100 }, () => aBusiness());
      const orders = [batch, batch.toReversed(), batch.toSorted(() => Math.random() - 0.5)];
      const answers = await Promise.all(orders.map((order) => resolveBusinesses(order)));
      const ids = answers.flat().map((match) => match.business_id);
      expect(new Set(ids).size).toBe(100);
    });

    test('that cannot be identified is an error of its own item only', async () => {
      const bad = aBusiness({ business_tax_identifier_value: '6789' });
      const [good, refused, alsoGood] = await resolveBusinesses([aBusiness(), bad, aBusiness()]);
      expect(good?.business_id).toEqual(expect.any(String));
      expect(refused).toEqual({
        error: { detail: expect.stringContaining('business_tax_identifier_value: must be an EIN') },
      });
      expect(alsoGood?.business_id).toEqual(expect.any(String));
    });

    test('is found by id only in the networks of the caller', async () => {
      const [match] = await resolveBusinesses([aBusiness()]);
      const lookUp = async (principal: Principal) => {
        const ids = { business_ids: [match?.business_id, randomUUID()] };
        const path = '/internal/businesses/lookup';
        return (await service.call(principal, 'POST', path, ids)).body['businesses'];
      };
      expect(await lookUp(caller)).toEqual([match]);
      expect(await lookUp({ ...caller, memberships: [] })).toEqual([]);
    });

    test('has the legal name that the caller itself stated last', async () => {
      const [match] = await resolveBusinesses([aBusiness({ business_legal_name: 'Our Name LLC' })]);
      const path = '/internal/businesses/lookup';
      const ids = { business_ids: [match?.business_id] };
      const lookUp = async (principal: Principal) =>
        (await service.call(principal, 'POST', path, ids)).body['businesses'];
      const other = { ...caller, entity_id: randomUUID() };
      expect(await lookUp(caller)).toMatchObject([{ stated_legal_name: 'Our Name LLC' }]);
      expect(await lookUp(other)).toMatchObject([{ stated_legal_name: null }]);
    });

    test('is not resolved in a network to which the caller does not belong', async () => {
      const body = { network_ids: [networkId, randomUUID()], businesses: [aBusiness()] };
      const answer = await service.call(caller, 'POST', '/internal/businesses/resolve', body);
      expect(answer).toMatchObject({ status: 403, body: { error_code: 'PERMISSION_DENIED' } });
    });

    test('is not resolved for a service without an account', async () => {
      const body = { network_ids: [networkId], businesses: [aBusiness()] };
      const answer = await service.call('gateway', 'POST', '/internal/businesses/resolve', body);
      expect(answer.status).toBe(401);
    });
  });

  describe('a consumer', () => {
    test('is the same for every spelling of the SSN', async () => {
      const first = await resolveConsumer(aConsumer({ social_security_number: '012-34-5679' }));
      expect(first?.match_hashes).toEqual([expect.any(String), first?.consumer_id]);
      expect(await resolveConsumer(aConsumer({ social_security_number: 12345679 }))).toEqual(first);
    });

    test('has one identity after fifty concurrent requests', async () => {
      const consumer = aConsumer();
      const requests = Array.from({ length: 50 }, () => resolveConsumer(consumer));
      const ids = (await Promise.all(requests)).map((match) => match?.consumer_id);
      expect(new Set(ids).size).toBe(1);
    });

    test('with an invalid SSN is rejected', async () => {
      expect(await resolveConsumer(aConsumer({ social_security_number: '6789' }))).toEqual({
        error: { detail: expect.stringContaining('social_security_number') },
      });
    });
  });

  describe('identifiers of a subject', () => {
    test('are not stored or published in plain text', async () => {
      const [ssn, ein] = [nineDigits(), nineDigits()];
      const person = await resolveConsumer(aConsumer({ social_security_number: ssn }));
      const [company] = await resolveBusinesses([
        aBusiness({ business_tax_identifier_value: ein }),
      ]);
      await eventually(() => {
        const published = [
          ...service.published(ConsumerIdentified, String(person?.consumer_id)),
          ...service.published(BusinessIdentified, String(company?.business_id)),
        ];
        expect(published).toHaveLength(2);
      });
      const tables = await service.sql<{ name: string }>(
        `select table_name as name from information_schema.tables
       where table_schema = 'public' and table_type = 'BASE TABLE'`,
      );
      for (const { name } of tables) {
        const rows = await service.sql(`select t::text as row from "${name}" t`);
        expect(JSON.stringify(rows)).not.toContain(ssn);
        expect(JSON.stringify(rows)).not.toContain(ein);
      }
      expect(JSON.stringify(service.heard)).not.toMatch(new RegExp(`${ssn}|${ein}`));
    });
  });
});

describe('checks of identities', () => {
  const REGISTRATION = 'business_registration_identifier_from_jurisdiction_of_formation';
  const JURISDICTION = 'business_jurisdiction_of_formation';

  type Answer = { readonly error?: { readonly detail: string } | null };

  let networkId: string;
  let caller: Principal;
  beforeAll(async () => {
    ({ networkId, governor: caller } = await foundTwoNetworks(service));
  });

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
});
