import { randomUUID } from 'node:crypto';
import { IdentitiesSearched, type Principal } from '@ndx/contracts';
import { eventually } from '@ndx/testing';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { useEntityService } from '../testing/entity-service.js';
import { foundNetwork, joinInstitution } from '../testing/participants.js';
import { searchesIn } from '../testing/searches.js';
import { aBusiness, aConsumer } from '../testing/subjects.js';

const service = useEntityService();

let networkId: string;
let governor: Principal;
let auditor: Principal;
let bank: Principal;
let network: ReturnType<typeof searchesIn>;

beforeAll(async () => {
  ({ networkId, governor } = await foundNetwork(service));
  auditor = { ...governor, permissions: ['network:read', 'audit:read'] };
  bank = await joinInstitution(service, governor, networkId, 'furnisher');
  network = searchesIn(service, networkId);
});

function name(by: Principal, ids: readonly string[], network_id = networkId) {
  return service.call<{ businesses: { business_id: string; name: string }[] }>(
    by,
    'POST',
    '/v1/entities/business/names',
    { network_id, business_ids: ids },
  );
}

async function namesOf(by: Principal, ...ids: readonly string[]) {
  const { status, body } = await name(by, ids);
  expect([status, body]).toEqual([200, expect.anything()]);
  return Object.fromEntries(body.businesses.map((one) => [one.business_id, one.name]));
}

describe('the names of businesses', () => {
  test('are answered by id, without another fact about the business', async () => {
    const id = await network.state(bank, 'business', aBusiness({ business_legal_name: 'Ada Inc' }));
    const { body } = await name(auditor, [id, id]);
    expect(body).toEqual({ businesses: [{ business_id: id, name: 'Ada Inc' }] });
  });

  test('omit consumers, unknown ids and businesses of other networks', async () => {
    const other = await foundNetwork(service);
    const foreign = await searchesIn(service, other.networkId).state(
      other.governor,
      'business',
      aBusiness(),
    );
    const consumer = await network.state(bank, 'consumer', aConsumer());
    expect(await namesOf(auditor, consumer, randomUUID(), foreign)).toEqual({});
  });

  test('are for a member that may search them', async () => {
    const id = await network.state(governor, 'business', aBusiness({ business_legal_name: 'Eve' }));
    const member = await joinInstitution(service, governor, networkId, 'querier');
    const searcher = { ...member, permissions: ['network:read', 'entity:search'] as const };
    expect(await namesOf(searcher, id)).toEqual({ [id]: 'Eve' });
    const reader = { ...member, permissions: ['network:read'] as const };
    expect(await name(reader, [id])).toMatchObject({
      status: 403,
      body: { reason: 'permission_missing' },
    });
    const foreign = await foundNetwork(service);
    const stranger = await joinInstitution(service, foreign.governor, foreign.networkId, 'querier');
    const { permissions } = searcher;
    expect(await name({ ...stranger, permissions }, [id])).toMatchObject({
      status: 403,
      body: { reason: 'not_a_member' },
    });
  });

  test('are, without a search, for governors of the network alone', async () => {
    const founder = await joinInstitution(service, governor, networkId, 'furnisher');
    expect(await service.call(founder, 'POST', '/v1/networks', { name: 'Own' })).toMatchObject({
      status: 200,
    });
    const id = await network.state(bank, 'business', aBusiness());
    for (const by of [bank, founder]) {
      expect(
        await name({ ...by, permissions: ['network:read', 'audit:read'] }, [id]),
      ).toMatchObject({
        status: 403,
        body: { reason: 'role_missing' },
      });
    }
  });

  test('are at most 100 for a request', async () => {
    const many = Array.from({ length: 101 }, () => randomUUID());
    expect(await name(auditor, many)).toMatchObject({ status: 422 });
    expect(await name(auditor, many.slice(1))).toMatchObject({ status: 200 });
    expect(await name(auditor, [])).toMatchObject({ status: 422 });
    expect(await name(auditor, ['x'])).toMatchObject({ status: 422 });
  });

  test('are read with the audit entry of a search by the ids', async () => {
    const id = await network.state(bank, 'business', aBusiness());
    const searched = () =>
      service
        .published(IdentitiesSearched)
        .filter(({ entity_id }) => entity_id === governor.entity_id);
    await namesOf(auditor, id, randomUUID());
    await network.search(governor, 'business', { business_id: id });
    const named = await eventually(() => {
      const [found] = searched().filter(({ criteria }) => criteria.length === 2);
      const searches = searched().filter(({ criteria }) => criteria.length === 1);
      expect(found).toMatchObject({ network_id: networkId, result_count: 1 });
      expect(searches.flatMap(({ criteria }) => criteria)).toContainEqual(
        found?.criteria.find(({ value_hash: hash }) =>
          searches.some(({ criteria }) => criteria[0]?.value_hash === hash),
        ),
      );
      return found;
    });
    expect(JSON.stringify(named)).not.toContain(id);
  });

  test('name a merged business as the one into which it was merged', async () => {
    const shared = aBusiness();
    const into = await network.state(bank, 'business', {
      ...shared,
      business_legal_name: 'Remaining Inc',
    });
    const merged = await network.state(bank, 'business', {
      ...aBusiness({ business_legal_name: 'Merged Inc' }),
      business_tax_identifier_value: shared.business_tax_identifier_value,
    });
    expect(await namesOf(auditor, into, merged)).toEqual({
      [into]: 'Remaining Inc',
      [merged]: 'Merged Inc',
    });
    const conflicts = `/v1/networks/${networkId}/identity-conflicts`;
    type Conflicts = { data: { conflict_id: string; subjects: { subject_id: string }[] }[] };
    const { body } = await service.call<Conflicts>(governor, 'GET', `${conflicts}?status=open`);
    const conflict = body.data.find(({ subjects }) =>
      subjects.some(({ subject_id }) => subject_id === merged),
    );
    const path = `${conflicts}/${String(conflict?.conflict_id)}/merge`;
    const ids = { subject_id: merged, into_subject_id: into };
    expect((await service.call(governor, 'POST', path, ids)).status).toBe(200);
    expect(await namesOf(auditor, merged)).toEqual({ [merged]: 'Remaining Inc' });
  });
});

describe('where the identity_visibility is `related`', () => {
  beforeAll(() => network.setVisibility(governor, 'related'));

  test('only businesses are named to which the institution is related', async () => {
    const foreign = await network.state(bank, 'business', aBusiness());
    const own = await network.state(
      governor,
      'business',
      aBusiness({ business_legal_name: 'Own Inc' }),
    );
    expect(await namesOf(auditor, foreign, own)).toEqual({ [own]: 'Own Inc' });
  });
});
