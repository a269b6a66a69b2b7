import { IdentitiesSearched, type Principal } from '@ndx/contracts';
import { eventually } from '@ndx/testing';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { useEntityService } from '../testing/entity-service.js';
import { foundNetwork, joinInstitution } from '../testing/participants.js';
import { searchesIn } from '../testing/searches.js';
import { aBusiness } from '../testing/subjects.js';

const service = useEntityService();
const REGISTRATION = 'business_registration_identifier_from_jurisdiction_of_formation';

let networkId: string;
let governor: Principal;
let bank: Principal;
let lender: Principal;
let network: ReturnType<typeof searchesIn>;

beforeAll(async () => {
  ({ networkId, governor } = await foundNetwork(service));
  const join = async () => ({
    ...(await joinInstitution(service, governor, networkId, 'furnisher')),
    permissions: ['data:furnish' as const, 'entity:search' as const],
  });
  bank = await join();
  lender = await join();
  network = searchesIn(service, networkId);
});

function match(by: Principal, ...businesses: readonly object[]) {
  const body = { network_id: networkId, businesses };
  return service.call<{ businesses: { match: string; rejection: string | null }[] }>(
    by,
    'POST',
    '/v1/entities/business/match',
    body,
  );
}

async function matches(by: Principal, ...businesses: readonly object[]) {
  const { status, body } = await match(by, ...businesses);
  expect([status, body]).toEqual([200, expect.anything()]);
  return body.businesses.map((one) => one.match);
}

describe('a match of businesses', () => {
  test('states for each whether furnishing would find it, and under which name', async () => {
    const known = aBusiness();
    await network.state(lender, 'business', known);
    const renamed = { ...known, business_legal_name: 'Another Holdings LLC' };
    const spelled = { ...known, business_legal_name: 'ACME HOLDINGS, L.L.C.' };
    const numberOnly = {
      business_jurisdiction_of_formation: 'Delaware',
      [REGISTRATION]: known[REGISTRATION],
    };
    expect(await matches(bank, aBusiness(), known, renamed, spelled, numberOnly)).toEqual([
      'new',
      'known',
      'known_under_another_name',
      'known',
      'known',
    ]);
  });

  test('stores nothing, and relates the institution to no business', async () => {
    const unknown = aBusiness();
    const known = aBusiness();
    const id = await network.state(lender, 'business', known);
    expect(await matches(bank, unknown, unknown)).toEqual(['new', 'new']);
    expect(await matches(bank, unknown, known)).toEqual(['new', 'known']);
    await network.setVisibility(governor, 'related');
    try {
      expect(await network.listed(bank, 'business')).not.toContain(id);
    } finally {
      await network.setVisibility(governor, 'network');
    }
  });

  test('states why furnishing would reject an identity, and matches the others', async () => {
    const { body } = await match(bank, { business_legal_name: 'Acme' }, aBusiness());
    expect(body.businesses).toEqual([
      { match: 'rejected', rejection: expect.stringContaining(REGISTRATION) },
      { match: 'new', rejection: null },
    ]);
  });

  test('is recorded with hashes of the identities, equal to those of a search', async () => {
    const known = aBusiness();
    await network.state(lender, 'business', known);
    const searched = () =>
      service
        .published(IdentitiesSearched)
        .filter(({ entity_id }) => entity_id === lender.entity_id);
    const before = searched().length;
    await matches(lender, known, aBusiness());
    const federal_ein = String(Number(known.business_tax_identifier_value));
    await network.search(lender, 'business', { federal_ein });
    await eventually(() => expect(searched()).toHaveLength(before + 2));
    // Two searches have no order.
    const recorded = searched().slice(before);
    const search = recorded.find(({ criteria }) => criteria.length === 1);
    const matched = recorded.find((one) => one !== search);
    expect(matched).toMatchObject({ network_id: networkId, result_count: 1 });
    expect(matched?.criteria.filter(({ name }) => name === REGISTRATION)).toHaveLength(2);
    expect(matched?.criteria).toContainEqual(search?.criteria[0]);
    expect(JSON.stringify(matched)).not.toContain(known[REGISTRATION]);
  });

  test('needs the role of a furnisher in the network', async () => {
    const querier = await joinInstitution(service, governor, networkId, 'querier');
    const other = await foundNetwork(service);
    const stranger = await joinInstitution(service, other.governor, other.networkId, 'furnisher');
    const asFurnisher = (one: Principal) => ({ ...one, permissions: ['data:furnish' as const] });
    expect(await match(asFurnisher(querier), aBusiness())).toMatchObject({
      status: 403,
      body: { reason: 'role_missing' },
    });
    expect(await match(asFurnisher(stranger), aBusiness())).toMatchObject({ status: 403 });
    expect(await match(governor, aBusiness())).toMatchObject({ status: 403 });
  });

  test('takes at most 100 businesses', async () => {
    const many = Array.from({ length: 101 }, () => aBusiness());
    expect(await match(bank, ...many)).toMatchObject({ status: 422 });
    expect(await match(bank)).toMatchObject({ status: 422 });
  });
});

describe('in a network that shows related subjects only', () => {
  beforeAll(() => network.setVisibility(governor, 'related'));

  test('a match does not state whether the network has a business of others', async () => {
    const [own, foreign] = [aBusiness(), aBusiness()];
    await network.state(bank, 'business', own);
    await network.state(lender, 'business', foreign);
    const renamed = { ...own, business_legal_name: 'Another Holdings LLC' };
    expect(await matches(bank, own, renamed, foreign, aBusiness())).toEqual([
      'known',
      'known_under_another_name',
      'not_shown',
      'not_shown',
    ]);
  });
});
