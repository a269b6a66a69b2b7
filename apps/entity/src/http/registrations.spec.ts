import { BOUNDS, BusinessIdentified, type Principal } from '@ndx/contracts';
import { eventually } from '@ndx/testing';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { useEntityService } from '../testing/entity-service.js';
import { foundNetwork, foundTwoNetworks, joinInstitution } from '../testing/participants.js';
import { type BusinessMatch, resolveBusinesses } from '../testing/resolve-businesses.js';
import { searchesIn } from '../testing/searches.js';
import { aBusiness } from '../testing/subjects.js';

const service = useEntityService();

describe('registrations', () => {
  let networkId: string;
  let otherNetworkId: string;
  let caller: Principal;
  beforeAll(async () => {
    ({ networkId, otherNetworkId, governor: caller } = await foundTwoNetworks(service));
  });

  type Claim = ReturnType<typeof aBusiness>;

  /** Registrations of one business in several jurisdictions. */
  function aBusinessIn(...jurisdictions: string[]): Claim[] {
    const { business_tax_identifier_value: ein } = aBusiness();
    return jurisdictions.map((jurisdiction) =>
      aBusiness({
        business_jurisdiction_of_formation: jurisdiction,
        business_tax_identifier_value: ein,
      }),
    );
  }

  const withoutEin = (claim: Claim) => ({ ...claim, business_tax_identifier_value: null });
  const einOf = (claim: Claim | undefined) => ({
    business_legal_name: claim?.business_legal_name,
    business_tax_identifier_value: claim?.business_tax_identifier_value,
  });

  const resolveAll = (claims: readonly object[], networkIds = [networkId]) =>
    resolveBusinesses(service, caller, networkIds, claims);

  /** One request for each claim, sequential or concurrent. */
  async function inTurn(claims: readonly object[]): Promise<BusinessMatch[]> {
    const matches: BusinessMatch[] = [];
    for (const claim of claims) matches.push(...(await resolveAll([claim])));
    return matches;
  }
  async function atOnce(claims: readonly object[]): Promise<BusinessMatch[]> {
    return (await Promise.all(claims.map((claim) => resolveAll([claim])))).flat();
  }

  const idsOf = (matches: readonly BusinessMatch[]) => new Set(matches.map((m) => m.business_id));
  const hashesOf = (matches: readonly BusinessMatch[]) =>
    new Set(matches.flatMap((match) => match.match_hashes));

  describe('a business with several registrations and one EIN', () => {
    test('is found by each registration and by the EIN with the legal name', async () => {
      const claims = aBusinessIn('US-DE', 'US-NY', 'US-MA');
      const [first] = await inTurn(claims);
      const found = await resolveAll([...claims.map(withoutEin), einOf(claims[0])]);
      expect(idsOf(found)).toEqual(new Set([first?.business_id]));
      expect(found.map((match) => match.match_hashes.length)).toEqual([4, 4, 4, 4]);
    });

    test('keeps two identifiers of one jurisdiction', async () => {
      const claims = aBusinessIn('US-DE', 'US-DE');
      await inTurn(claims);
      const found = await resolveAll(claims.map(withoutEin));
      expect([idsOf(found).size, hashesOf(found).size]).toEqual([1, 3]);
    });

    test('is one when one batch names all of them', async () => {
      const claims = aBusinessIn('US-DE', 'US-NY', 'US-DE');
      const matches = await resolveAll(claims);
      expect(idsOf(matches).size).toBe(1);
      expect(await resolveAll(claims.map(withoutEin))).toEqual(matches);
    });

    test('is published with all its hashes, registrations first, which are the same elsewhere', async () => {
      const [delaware, newYork] = aBusinessIn('US-DE', 'US-NY');
      const [here] = await inTurn([delaware, newYork].filter((claim) => claim !== undefined));
      const [there] = await resolveAll(
        [{ ...newYork, business_tax_identifier_value: null }],
        [otherNetworkId],
      );
      const [all] = await resolveAll([einOf(delaware)]);
      expect(all?.match_hashes.slice(0, 2)).toEqual([
        here?.match_hashes[0],
        there?.match_hashes[0],
      ]);
      await eventually(() => {
        const told = service.published(BusinessIdentified, String(here?.business_id));
        expect(told.map(({ revision, match_hashes: hashes }) => [revision, hashes])).toEqual([
          [1, here?.match_hashes],
          [2, all?.match_hashes],
        ]);
      });
    });

    test('is found in the second network by a registration that only that network has', async () => {
      const [delaware, newYork] = aBusinessIn('US-DE', 'US-NY');
      await resolveAll([delaware ?? {}], [otherNetworkId]);
      const [there] = await resolveAll([newYork ?? {}], [networkId, otherNetworkId]);
      expect(there?.network_id).toBe(otherNetworkId);
      expect(
        await resolveAll(
          [{ ...newYork, business_tax_identifier_value: null }],
          [networkId, otherNetworkId],
        ),
      ).toEqual([there]);
    });

    test('is one with all registrations after forty concurrent requests', async () => {
      const claims = aBusinessIn(...'US-DE US-NY US-MA US-NJ US-CT US-VT US-ME US-RI'.split(' '));
      const requests = Array.from(
        { length: 40 },
        (_, index) => claims[index % claims.length] ?? {},
      );
      expect(idsOf(await atOnce(requests)).size).toBe(1);
      const found = await resolveAll(claims.map(withoutEin));
      expect([idsOf(found).size, hashesOf(found).size]).toEqual([1, 9]);
      const [match] = found;
      await eventually(() => {
        const told = service.published(BusinessIdentified, String(match?.business_id));
        expect(told.at(-1)?.match_hashes).toEqual(match?.match_hashes);
      });
      // A shorter answer was sent earlier.
      const counts = service
        .published(BusinessIdentified, String(match?.business_id))
        .map(({ match_hashes: hashes }) => hashes.length);
      expect(counts).toEqual([2, 3, 4, 5, 6, 7, 8, 9]);
    });

    test('is one after overlapping batches, in any order, that add registrations', async () => {
      const businesses = Array.from({ length: 50 }, () => aBusinessIn('US-DE', 'US-NY', 'US-MA'));
      await resolveAll(businesses.flatMap(([first]) => first ?? []));
      const batches = [1, 2].map((place) => businesses.flatMap((claims) => claims[place] ?? []));
      const mixed = batches.flatMap((batch) => [batch, batch.toReversed()]);
      const answers = await Promise.all(mixed.map((batch) => resolveAll(batch)));
      expect(idsOf(answers.flat()).size).toBe(50);
      const again = await resolveAll(businesses.flatMap(([first]) => first ?? []));
      expect(again.every((match) => match.match_hashes.length === 4)).toBe(true);
    });
  });

  describe('a registration', () => {
    test('belongs to one business after concurrent requests with and without the EIN', async () => {
      const [known, added] = aBusinessIn('US-DE', 'US-NY');
      if (!known || !added) throw new Error('there are two');
      await resolveAll([known]);
      const requests = Array.from({ length: 20 }, (_, index) =>
        index % 2 === 0 ? added : withoutEin(added),
      );
      expect(idsOf(await atOnce(requests)).size).toBe(1);
    });

    test("decides when its business and the EIN's business differ, and neither is changed", async () => {
      const [one, other] = [aBusiness(), aBusiness()];
      const [first, second] = await resolveAll([one, other]);
      expect(await resolveAll([{ ...one, ...einOf(other) }])).toEqual([first]);
      expect(await resolveAll([one, other])).toEqual([first, second]);
    });
  });

  test('a business holds registrations up to its bound, and a claim beyond that is its own error', async () => {
    const most = BOUNDS.business.registrations;
    const claims = aBusinessIn(...Array.from({ length: most + 1 }, () => 'US-DE'));
    const matches = await resolveAll([...claims, aBusiness()]);
    expect(idsOf(matches.slice(0, most)).size).toBe(1);
    expect(matches[most]).toEqual({
      error: { detail: `a business has at most ${most} registrations in a network` },
    });
    // Other claims of the batch, and known registrations, are resolved.
    expect(matches[most + 1]).toMatchObject({ business_id: expect.any(String) });
    const again = await resolveAll([...claims.slice(most - 1, most), ...claims.slice(most)]);
    expect(again).toMatchObject([{ business_id: matches[0]?.business_id }, { error: {} }]);
    await eventually(() => {
      const [state] = service.published(BusinessIdentified, matches[0]?.business_id);
      expect(state?.match_hashes).toHaveLength(most + 1);
    });
  });
});

describe('conflicts of businesses', () => {
  interface Conflict {
    readonly conflict_id: string;
    readonly subject_type: string;
    readonly status: string;
    readonly subjects: readonly { readonly subject_id: string }[];
  }

  let networkId: string;
  let governor: Principal;
  let bank: Principal;
  let network: ReturnType<typeof searchesIn>;
  beforeAll(async () => {
    ({ networkId, governor } = await foundNetwork(service));
    bank = await joinInstitution(service, governor, networkId, 'furnisher', 'querier');
    network = searchesIn(service, networkId);
  });

  const path = () => `/v1/networks/${networkId}/identity-conflicts`;

  async function conflictsOf(id: string): Promise<Conflict[]> {
    const { body } = await service.call<{ data: Conflict[] }>(governor, 'GET', path());
    return body.data.filter(({ subjects }) => subjects.some(({ subject_id }) => subject_id === id));
  }

  /** Two businesses, and a claim with the registration of the first and the EIN of the second. */
  async function aDispute() {
    const [one, other] = [aBusiness(), aBusiness()];
    const first = await network.state(bank, 'business', one);
    const second = await network.state(bank, 'business', other);
    const claim = { ...one, business_tax_identifier_value: other.business_tax_identifier_value };
    return { first, second, other, claim };
  }

  test('a claim with the registration of one business and the EIN of another opens one conflict of the two', async () => {
    const { first, second, claim } = await aDispute();
    const stated = await Promise.all([1, 2, 3].map(() => network.state(bank, 'business', claim)));
    expect(new Set(stated)).toEqual(new Set([first]));
    expect(await conflictsOf(second)).toMatchObject([
      {
        subject_type: 'business',
        status: 'open',
        subjects: [{ subject_id: first }, { subject_id: second }],
      },
    ]);
  });

  test('businesses that a governor keeps apart are no conflict again', async () => {
    const { second, claim } = await aDispute();
    await network.state(bank, 'business', claim);
    const [conflict] = await conflictsOf(second);
    await service.call(governor, 'POST', `${path()}/${String(conflict?.conflict_id)}/keep-apart`);
    await network.state(bank, 'business', claim);
    expect(await conflictsOf(second)).toMatchObject([{ status: 'kept_apart' }]);
  });

  test('businesses that a governor merges are found by the identifiers of either, and the merged one is not separated', async () => {
    const { first, second, other, claim } = await aDispute();
    await network.state(bank, 'business', claim);
    const [conflict] = await conflictsOf(second);
    const merge = `${path()}/${String(conflict?.conflict_id)}/merge`;
    const ids = { subject_id: second, into_subject_id: first };
    expect(await service.call(governor, 'POST', merge, ids)).toMatchObject({ status: 200 });
    expect(await network.state(bank, 'business', other)).toBe(first);
    const { business_tax_identifier_value, business_legal_name } = other;
    const byEin = { business_tax_identifier_value, business_legal_name };
    expect(await network.state(bank, 'business', byEin)).toBe(first);
    const separations = `/v1/networks/${networkId}/subjects/${second}/separations`;
    const choice = { entity_ids: [bank.entity_id] };
    const refused = { status: 409, body: { reason: 'subject_merged' } };
    expect(await service.call(governor, 'POST', `${separations}/preview`, choice)).toMatchObject(
      refused,
    );
    const confirmed = { ...choice, preview_digest: 'a'.repeat(64), reason: 'Damaged number' };
    expect(await service.call(governor, 'POST', separations, confirmed)).toMatchObject(refused);
  });

  test('an EIN with another registration and legal name is another business, and one conflict', async () => {
    const bakery = aBusiness({ business_legal_name: 'Honest Bakery LLC' });
    const shell = aBusiness({
      business_legal_name: 'Shell Trading Inc',
      business_jurisdiction_of_formation: 'US-NV',
      business_tax_identifier_value: bakery.business_tax_identifier_value,
    });
    const first = await network.state(bank, 'business', bakery);
    const stated = await Promise.all([1, 2, 3].map(() => network.state(bank, 'business', shell)));
    const [second = ''] = stated;
    expect(new Set(stated)).toEqual(new Set([second]));
    expect(second).not.toBe(first);
    expect(await conflictsOf(first)).toMatchObject([
      { status: 'open', subjects: [{ subject_id: second }, { subject_id: first }] },
    ]);
    const hashes = async (business: object) =>
      (await resolveBusinesses(service, bank, [networkId], [business]))[0]?.match_hashes ?? [];
    const [ofBakery, ofShell] = [await hashes(bakery), await hashes(shell)];
    expect(ofBakery.filter((hash) => ofShell.includes(hash))).toEqual([]);
  });

  test('an EIN with another spelling of the legal name is the same business', async () => {
    const bakery = aBusiness({ business_legal_name: 'Honest Bakery LLC' });
    const id = await network.state(bank, 'business', bakery);
    const { business_tax_identifier_value } = bakery;
    const spelled = aBusiness({
      business_legal_name: 'HONEST-BAKÉRY, Inc.',
      business_tax_identifier_value,
    });
    expect(await network.state(bank, 'business', spelled)).toBe(id);
    expect(await conflictsOf(id)).toEqual([]);
  });

  describe('a registration with another legal name', () => {
    const renamed = async () => {
      const known = aBusiness({ business_legal_name: 'Real Name LLC' });
      const id = await network.state(bank, 'business', known);
      const claim = { ...known, business_legal_name: 'Totally Different Inc' };
      expect(await network.state(governor, 'business', claim)).toBe(id);
      return { known, id, claim };
    };
    const decide = (conflict: Conflict | undefined, decision: string) =>
      service.call(governor, 'POST', `${path()}/${String(conflict?.conflict_id)}/${decision}`);

    test('is the same business, and one conflict with both names, which a governor confirms', async () => {
      const { id, claim } = await renamed();
      await network.state(governor, 'business', claim);
      const [conflict, ...others] = await conflictsOf(id);
      expect(conflict).toMatchObject({
        kind: 'name_differs',
        status: 'open',
        subjects: [
          {
            subject_id: id,
            statements: [
              { entity_id: bank.entity_id, business_legal_name: 'Real Name LLC' },
              { entity_id: governor.entity_id, business_legal_name: 'Totally Different Inc' },
            ],
          },
        ],
      });
      expect(others).toEqual([]);
      expect(await decide(conflict, 'keep-apart')).toMatchObject({ status: 400 });
      expect(await decide(conflict, 'confirm')).toMatchObject({
        status: 200,
        body: { status: 'confirmed', into_subject_id: null },
      });
      expect(await decide(conflict, 'confirm')).toMatchObject({ status: 409 });
    });

    test('is shown in a search as the own statement of its institution alone', async () => {
      const { known } = await renamed();
      const federal_ein = known.business_tax_identifier_value;
      const shown = async (by: Principal) =>
        (await network.search(by, 'business', { federal_ein })).json();
      const lender = await joinInstitution(service, governor, networkId, 'querier');
      expect(await shown(governor)).toMatchObject([
        { business_legal_name: 'Totally Different Inc', is_own_legal_name: true },
      ]);
      expect(await shown(lender)).toMatchObject([
        { business_legal_name: 'Real Name LLC', is_own_legal_name: false },
      ]);
    });

    test('that is confirmed opens no conflict again; a further name does', async () => {
      const { id, claim } = await renamed();
      await decide((await conflictsOf(id))[0], 'confirm');
      await network.state(governor, 'business', claim);
      await network.state(bank, 'business', { ...claim, business_legal_name: 'TOTALLY DIFFERENT' });
      expect(await conflictsOf(id)).toMatchObject([{ status: 'confirmed' }]);
      await network.state(bank, 'business', { ...claim, business_legal_name: 'Third Name' });
      expect(await conflictsOf(id)).toMatchObject([{ status: 'confirmed' }, { status: 'open' }]);
    });

    test('cannot confirm subjects that share an identifier', async () => {
      const { first, claim } = await aDispute();
      await network.state(bank, 'business', claim);
      const [conflict] = await conflictsOf(first);
      expect(await decide(conflict, 'confirm')).toMatchObject({ status: 400 });
    });
  });

  test('an EIN without a registration or a legal name is rejected', async () => {
    const { business_tax_identifier_value } = aBusiness();
    expect(
      await resolveBusinesses(service, bank, [networkId], [{ business_tax_identifier_value }]),
    ).toEqual([{ error: { detail: expect.stringContaining('an EIN and a legal name') } }]);
  });

  test('the number of a registration in another jurisdiction is another business, and a conflict', async () => {
    const delaware = aBusiness();
    const nevada = { ...delaware, business_jurisdiction_of_formation: 'US-NV' };
    const first = await network.state(bank, 'business', delaware);
    const second = await network.state(bank, 'business', nevada);
    expect(second).not.toBe(first);
    expect(await conflictsOf(first)).toMatchObject([
      { subjects: [{ subject_id: second }, { subject_id: first }] },
    ]);
    expect(await network.state(bank, 'business', delaware)).toBe(first);
    expect(await network.state(bank, 'business', nevada)).toBe(second);
  });

  test('concurrent creations under one EIN are one business for each legal name', async () => {
    const { business_tax_identifier_value } = aBusiness();
    const claims = ['One LLC', 'Two LLC', 'Three LLC'].flatMap((business_legal_name) =>
      Array.from({ length: 5 }, () =>
        aBusiness({ business_legal_name, business_tax_identifier_value }),
      ),
    );
    const ids = await Promise.all(claims.map((claim) => network.state(bank, 'business', claim)));
    expect(new Set(ids).size).toBe(3);
  });

  test('a further registration under a known EIN and legal name is no conflict', async () => {
    const known = aBusiness();
    const id = await network.state(bank, 'business', known);
    const { business_tax_identifier_value: ein } = known;
    expect(
      await network.state(bank, 'business', aBusiness({ business_tax_identifier_value: ein })),
    ).toBe(id);
    expect(await conflictsOf(id)).toEqual([]);
  });
});
