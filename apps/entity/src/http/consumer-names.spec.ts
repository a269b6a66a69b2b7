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
let bank: Principal;
let network: ReturnType<typeof searchesIn>;

beforeAll(async () => {
  ({ networkId, governor } = await foundNetwork(service));
  bank = await joinInstitution(service, governor, networkId, 'furnisher');
  network = searchesIn(service, networkId);
});

function name(by: Principal, ids: readonly string[], network_id = networkId) {
  return service.call<{
    consumers: { consumer_id: string; first_name: string; last_name: string }[];
  }>(by, 'POST', '/v1/entities/consumer/names', { network_id, consumer_ids: ids });
}

async function namesOf(by: Principal, ...ids: readonly string[]) {
  const { status, body } = await name(by, ids);
  expect([status, body]).toEqual([200, expect.anything()]);
  return Object.fromEntries(
    body.consumers.map((one) => [one.consumer_id, `${one.first_name} ${one.last_name}`]),
  );
}

const ada = () => aConsumer({ first_name: 'Ada', last_name: 'Stone' });

describe('the names of consumers', () => {
  test('are answered by id, without another fact about the consumer', async () => {
    const id = await network.state(bank, 'consumer', ada());
    const { body } = await name(bank, [id, id]);
    expect(body).toEqual({
      consumers: [{ consumer_id: id, first_name: 'Ada', last_name: 'Stone' }],
    });
  });

  test('are for the institutions that stated the identity, not for governors and other members', async () => {
    const stated = ada();
    const id = await network.state(bank, 'consumer', stated);
    const member = await joinInstitution(service, governor, networkId, 'querier');
    expect(await namesOf(member, id)).toEqual({});
    expect(await namesOf(governor, id)).toEqual({});
    expect(await network.listed(member, 'consumer', { consumer_id: id })).toEqual([id]);
    await network.state(member, 'consumer', stated);
    expect(await namesOf(member, id)).toEqual({ [id]: 'Ada Stone' });
  });

  test('omit businesses, unknown ids and consumers of other networks', async () => {
    const other = await foundNetwork(service);
    const elsewhere = searchesIn(service, other.networkId);
    const foreign = await elsewhere.state(other.governor, 'consumer', aConsumer());
    const business = await network.state(bank, 'business', aBusiness());
    expect(await namesOf(bank, business, randomUUID(), foreign)).toEqual({});
  });

  test('are denied without a membership', async () => {
    const foreign = await foundNetwork(service);
    const stranger = await joinInstitution(service, foreign.governor, foreign.networkId, 'querier');
    expect(await name(stranger, [randomUUID()])).toMatchObject({
      status: 403,
      body: { reason: 'not_a_member' },
    });
  });

  test('are at most 100 for a request', async () => {
    const many = Array.from({ length: 101 }, () => randomUUID());
    expect(await name(bank, many)).toMatchObject({ status: 422 });
    expect(await name(bank, many.slice(1))).toMatchObject({ status: 200 });
    expect(await name(bank, [])).toMatchObject({ status: 422 });
    expect(await name(bank, ['x'])).toMatchObject({ status: 422 });
  });

  test('are read with the audit entry of a search by the ids', async () => {
    const searcher = await joinInstitution(service, governor, networkId, 'furnisher');
    const id = await network.state(searcher, 'consumer', ada());
    await namesOf(searcher, id, randomUUID());
    const named = await eventually(() => {
      const found = service
        .published(IdentitiesSearched)
        .find(({ entity_id }) => entity_id === searcher.entity_id);
      expect(found).toMatchObject({
        network_id: networkId,
        subject_type: 'consumer',
        result_count: 1,
        criteria: [{ name: 'consumer_id' }, { name: 'consumer_id' }],
      });
      return found;
    });
    expect(JSON.stringify(named)).not.toContain(id);
  });
});
