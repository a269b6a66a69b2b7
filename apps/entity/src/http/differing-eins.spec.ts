import type { Principal } from '@ndx/contracts';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { useEntityService } from '../testing/entity-service.js';
import { foundNetwork, joinInstitution } from '../testing/participants.js';
import { searchesIn } from '../testing/searches.js';
import { aBusiness, nineDigits } from '../testing/subjects.js';

const service = useEntityService();

describe('another EIN under a known registration', () => {
  let governor: Principal;
  let bank: Principal;
  let network: ReturnType<typeof searchesIn>;
  let conflicts: string;
  beforeAll(async () => {
    const founded = await foundNetwork(service);
    ({ governor } = founded);
    bank = await joinInstitution(service, governor, founded.networkId, 'furnisher', 'querier');
    network = searchesIn(service, founded.networkId);
    conflicts = `/v1/networks/${founded.networkId}/identity-conflicts`;
  });

  interface Conflict {
    readonly conflict_id: string;
    readonly subjects: readonly { readonly subject_id: string }[];
  }

  async function conflictsOf(id: string): Promise<Conflict[]> {
    const { body } = await service.call<{ data: Conflict[] }>(governor, 'GET', conflicts);
    return body.data.filter(({ subjects }) => subjects.some(({ subject_id }) => subject_id === id));
  }

  const decide = (conflict: Conflict | undefined, decision: string) =>
    service.call(governor, 'POST', `${conflicts}/${String(conflict?.conflict_id)}/${decision}`);

  /** The bank states a business, and the governor the same one with another EIN. */
  async function twoEins() {
    const known = aBusiness();
    const id = await network.state(bank, 'business', known);
    const claim = { ...known, business_tax_identifier_value: nineDigits() };
    expect(await network.state(governor, 'business', claim)).toBe(id);
    return { known, id, claim };
  }

  test('is the same business, and one conflict with the last digits of both', async () => {
    const { known, id, claim } = await twoEins();
    await network.state(governor, 'business', claim);
    await network.state(bank, 'business', known);
    const stated = (
      { entity_id }: Principal,
      { business_tax_identifier_value: ein }: typeof known,
    ) => ({
      entity_id,
      federal_ein_last_four: ein.slice(-4),
    });
    expect(await conflictsOf(id)).toMatchObject([
      {
        kind: 'ein_differs',
        status: 'open',
        subjects: [{ subject_id: id, statements: [stated(bank, known), stated(governor, claim)] }],
      },
    ]);
  });

  test('is confirmed by a governor, and then no conflict again; a third one is', async () => {
    const { id, claim } = await twoEins();
    const [conflict] = await conflictsOf(id);
    expect(await decide(conflict, 'keep-apart')).toMatchObject({ status: 400 });
    expect(await decide(conflict, 'confirm')).toMatchObject({ body: { status: 'confirmed' } });
    await network.state(bank, 'business', claim);
    expect(await conflictsOf(id)).toMatchObject([{ status: 'confirmed' }]);
    const third = { ...claim, business_tax_identifier_value: nineDigits() };
    await network.state(bank, 'business', third);
    expect(await conflictsOf(id)).toMatchObject([{ status: 'confirmed' }, { status: 'open' }]);
  });
});
