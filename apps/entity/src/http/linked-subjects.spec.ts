import type { Principal } from '@ndx/contracts';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { startEntityService, type EntityService } from '../testing/entity-service.js';
import { foundNetwork, joinInstitution } from '../testing/participants.js';
import { searchesIn } from '../testing/searches.js';
import { aBusiness, aConsumer } from '../testing/subjects.js';

let service: EntityService;
let bank: Principal;
let lender: Principal;
let network: ReturnType<typeof searchesIn>;
beforeAll(async () => {
  service = await startEntityService();
  const { networkId, governor } = await foundNetwork(service);
  bank = await joinInstitution(service, governor, networkId, 'furnisher', 'querier');
  lender = await joinInstitution(service, governor, networkId, 'furnisher', 'querier');
  network = searchesIn(service, networkId);
});
afterAll(() => service.stop());

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
    expect(await shown(bank, 'business', business_id)).toMatchObject({ business_dba_name: 'Acme' });
    expect(await shown(lender, 'business', business_id)).toMatchObject({
      business_dba_name: 'Lender name',
    });
  });

  test('is about the named subject when it agrees with two under one SSN', async () => {
    const one = aConsumer({ last_name: 'One', date_of_birth: '1950-01-01' });
    const other = { ...one, last_name: 'Other', date_of_birth: '1960-01-01' };
    const first = await network.state(bank, 'consumer', one);
    const second = await network.state(bank, 'consumer', other);
    const both = { ...one, last_name: 'Other' };
    expect(await network.state(lender, 'consumer', both)).toBe(first);
    expect(await network.state(lender, 'consumer', { ...both, consumer_id: second })).toBe(second);
  });

  test('is about the subject of its identity when the id is of another subject', async () => {
    const [one, other] = [aConsumer(), aConsumer()];
    const first = await network.state(bank, 'consumer', one);
    const consumer_id = await network.state(bank, 'consumer', other);
    expect(await network.state(lender, 'consumer', { ...one, consumer_id })).toBe(first);
    expect(await network.state(lender, 'consumer', { ...one, consumer_id: 'x' })).toBe(first);
  });
});
