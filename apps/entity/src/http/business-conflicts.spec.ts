import type { Principal } from '@ndx/contracts';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startEntityService, type EntityService } from '../testing/entity-service.js';
import { foundNetwork, joinInstitution } from '../testing/participants.js';
import { searchesIn } from '../testing/searches.js';
import { aBusiness } from '../testing/subjects.js';

interface Conflict {
  readonly conflict_id: string;
  readonly subject_type: string;
  readonly status: string;
  readonly subjects: readonly { readonly subject_id: string }[];
}

let service: EntityService;
let networkId: string;
let governor: Principal;
let bank: Principal;
let network: ReturnType<typeof searchesIn>;
beforeAll(async () => {
  service = await startEntityService();
  ({ networkId, governor } = await foundNetwork(service));
  bank = await joinInstitution(service, governor, networkId, 'furnisher', 'querier');
  network = searchesIn(service, networkId);
});
afterAll(() => service.stop());

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

test('businesses that a governor merges are found by the registration and the EIN of either', async () => {
  const { first, second, other, claim } = await aDispute();
  await network.state(bank, 'business', claim);
  const [conflict] = await conflictsOf(second);
  const merge = `${path()}/${String(conflict?.conflict_id)}/merge`;
  const ids = { subject_id: second, into_subject_id: first };
  expect(await service.call(governor, 'POST', merge, ids)).toMatchObject({ status: 200 });
  expect(await network.state(bank, 'business', other)).toBe(first);
  const { business_tax_identifier_value } = other;
  expect(await network.state(bank, 'business', { business_tax_identifier_value })).toBe(first);
});

test('a further registration under a known EIN, and another EIN under a known registration, are no conflict', async () => {
  const known = aBusiness();
  const id = await network.state(bank, 'business', known);
  const { business_tax_identifier_value: ein } = known;
  expect(
    await network.state(bank, 'business', aBusiness({ business_tax_identifier_value: ein })),
  ).toBe(id);
  const { business_tax_identifier_value: unknown } = aBusiness();
  const claim = { ...known, business_tax_identifier_value: unknown };
  expect(await network.state(bank, 'business', claim)).toBe(id);
  expect(await conflictsOf(id)).toEqual([]);
});
