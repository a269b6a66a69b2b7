import { NetworkChanged, newId, type Principal } from '@ndx/contracts';
import { eventually } from '@ndx/testing';
import { beforeAll, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { useEntityService } from '../testing/entity-service.js';
import { foundNetwork, foundTwoNetworks, joinInstitution } from '../testing/participants.js';
import { searchesIn } from '../testing/searches.js';
import { aBusiness, aConsumer, nineDigits } from '../testing/subjects.js';

const service = useEntityService();

describe('the identity_visibility', () => {
  let networkId: string;
  let governor: Principal;
  let bank: Principal;
  let lender: Principal;
  let network: ReturnType<typeof searchesIn>;
  beforeAll(async () => {
    ({ networkId, governor } = await foundNetwork(service));
    bank = await joinInstitution(service, governor, networkId, 'furnisher', 'querier');
    lender = await joinInstitution(service, governor, networkId, 'furnisher', 'querier');
    network = searchesIn(service, networkId);
    expect(await network.setVisibility(governor, 'related')).toMatchObject({
      status: 200,
      body: { network_id: networkId, identity_visibility: 'related' },
    });
  });

  describe('the identity_visibility of a network', () => {
    test('is `network` when it is founded: every member finds every subject', async () => {
      const founded = await foundNetwork(service);
      const other = searchesIn(service, founded.networkId);
      const read = await service.call(founded.governor, 'GET', `/v1/networks/${founded.networkId}`);
      expect(read.body).toMatchObject({ identity_visibility: 'network' });
      const member = await joinInstitution(service, founded.governor, founded.networkId, 'querier');
      const id = await other.state(founded.governor, 'consumer', aConsumer());
      expect(await other.listed(member, 'consumer')).toEqual([id]);
    });

    test('is set by a governor alone, and published also when a request repeats it', async () => {
      const founded = await foundNetwork(service);
      const other = searchesIn(service, founded.networkId);
      const member = await joinInstitution(service, founded.governor, founded.networkId, 'querier');
      expect(await other.setVisibility(member, 'related')).toMatchObject({ status: 403 });
      for (const visibility of ['related', 'related', 'network'] as const) {
        expect(await other.setVisibility(founded.governor, visibility)).toMatchObject({
          status: 200,
          body: { identity_visibility: visibility },
        });
      }
      await eventually(() => {
        const changes = service.published(NetworkChanged, founded.networkId);
        const published = changes.map((change) => change.identity_visibility);
        expect(published).toEqual(['related', 'related', 'network']);
      });
    });
  });

  describe('where it is `related`, a search lists', () => {
    test('the consumers that the institution stated, and no others by any criterion', async () => {
      const mine = await network.state(bank, 'consumer', aConsumer());
      const other = aConsumer({ last_name: `Other${nineDigits()}` });
      const theirs = await network.state(lender, 'consumer', other);
      expect(await network.listed(bank, 'consumer')).toEqual([mine]);
      const searches: readonly Readonly<Record<string, string>>[] = [
        { last_name: other.last_name },
        { consumer_id: theirs },
        { first_name: 'ada', personal_email: 'ADA@', last_name: other.last_name },
        { date_of_birth: '1990-01-15', last_name: other.last_name },
      ];
      for (const criteria of searches) {
        expect(await network.listed(bank, 'consumer', criteria)).toEqual([]);
        expect(await network.listed(lender, 'consumer', criteria)).toEqual([theirs]);
      }
      expect(await network.listed(governor, 'consumer')).toEqual([]);
      expect((await network.search(bank, 'consumer', { after: theirs })).status).toBe(400);
      expect(await network.listed(bank, 'consumer', { after: mine })).toEqual([]);
    });

    test('the subject with the exact SSN or EIN, also when other criteria are given', async () => {
      const person = aConsumer();
      const business = aBusiness();
      const consumer = await network.state(lender, 'consumer', person);
      const company = await network.state(lender, 'business', business);
      const ssn = { social_security_number: person.social_security_number };
      expect(await network.listed(bank, 'consumer', ssn)).toEqual([consumer]);
      expect(await network.listed(bank, 'consumer', { ...ssn, last_name: 'exam' })).toEqual([
        consumer,
      ]);
      const ein = { federal_ein: String(Number(business.business_tax_identifier_value)) };
      expect(await network.listed(bank, 'business', ein)).toEqual([company]);
      expect(await network.listed(bank, 'business')).not.toContain(company);
    });

    test('a subject from the first claim of the institution about it', async () => {
      const person = aConsumer();
      const id = await network.state(lender, 'consumer', person);
      expect(await network.listed(bank, 'consumer')).not.toContain(id);
      expect(await network.state(bank, 'consumer', person)).toBe(id);
      expect(await network.listed(bank, 'consumer')).toContain(id);
    });

    test('no business that the institution looked up by its id alone', async () => {
      const id = await network.state(lender, 'business', aBusiness());
      const found = await service.call(bank, 'POST', '/internal/businesses/lookup', {
        business_ids: [id],
      });
      expect(found.body).toMatchObject({ businesses: [{ business_id: id }] });
      expect(await network.listed(bank, 'business')).not.toContain(id);
    });

    test('a merged subject for the institutions of either', async () => {
      const known = aConsumer();
      const stranger = { ...known, last_name: 'Stranger', date_of_birth: '1955-05-05' };
      const into = await network.state(bank, 'consumer', known);
      const merged = await network.state(lender, 'consumer', stranger);
      const conflicts = `/v1/networks/${networkId}/identity-conflicts`;
      const { body } = await service.call<{ data: { conflict_id: string }[] }>(
        governor,
        'GET',
        `${conflicts}?status=open`,
      );
      const conflict = String(body.data.at(-1)?.conflict_id);
      await service.call(governor, 'POST', `${conflicts}/${conflict}/merge`, {
        subject_id: merged,
        into_subject_id: into,
      });
      for (const by of [bank, lender]) {
        const listed = await network.listed(by, 'consumer');
        expect(listed).toContain(into);
        expect(listed).not.toContain(merged);
      }
    });
  });
});

describe('linked subjects', () => {
  let bank: Principal;
  let lender: Principal;
  let network: ReturnType<typeof searchesIn>;
  beforeAll(async () => {
    const { networkId, governor } = await foundNetwork(service);
    bank = await joinInstitution(service, governor, networkId, 'furnisher', 'querier');
    lender = await joinInstitution(service, governor, networkId, 'furnisher', 'querier');
    network = searchesIn(service, networkId);
  });

  async function shown(by: Principal, kind: 'consumer' | 'business', id: string) {
    const response = await network.search(by, kind);
    const found = (await response.json()) as Record<string, string>[];
    return found.find((one) => one['id'] === id);
  }

  describe('a claim that names its subject by id', () => {
    test('is the statement of its institution, and replaces none of another', async () => {
      const person = aConsumer();
      const consumer_id = await network.state(bank, 'consumer', person);
      const claim = { ...person, personal_email: 'lender@lender.example', consumer_id };
      expect(await network.state(lender, 'consumer', claim)).toBe(consumer_id);
      expect(await shown(bank, 'consumer', consumer_id)).toMatchObject({
        personal_email: 'ada@example.com',
      });
      expect(await shown(lender, 'consumer', consumer_id)).toMatchObject({
        personal_email: 'lender@lender.example',
      });

      const company = aBusiness({ business_dba_name: 'Acme' });
      const business_id = await network.state(bank, 'business', company);
      const renamed = { ...company, business_dba_name: 'Lender name', business_id };
      expect(await network.state(lender, 'business', renamed)).toBe(business_id);
      expect(await shown(bank, 'business', business_id)).toMatchObject({
        business_dba_name: 'Acme',
      });
      expect(await shown(lender, 'business', business_id)).toMatchObject({
        business_dba_name: 'Lender name',
      });
    });

    test('is about the subject with its date of birth, whose last name differs, not the named one', async () => {
      const one = aConsumer({ last_name: 'One', date_of_birth: '1950-01-01' });
      const other = { ...one, last_name: 'Other', date_of_birth: '1960-01-01' };
      const first = await network.state(bank, 'consumer', one);
      const second = await network.state(bank, 'consumer', other);
      const claim = { ...one, last_name: 'Other', consumer_id: second };
      expect(second).not.toBe(first);
      expect(await network.state(lender, 'consumer', claim)).toBe(first);
    });

    test('is about the subject of its identity when the id is of another subject', async () => {
      const [one, other] = [aConsumer(), aConsumer()];
      const first = await network.state(bank, 'consumer', one);
      const consumer_id = await network.state(bank, 'consumer', other);
      expect(await network.state(lender, 'consumer', { ...one, consumer_id })).toBe(first);
      expect(await network.state(lender, 'consumer', { ...one, consumer_id: 'x' })).toBe(first);
    });
  });
});

describe('unrelated subjects', () => {
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
});
