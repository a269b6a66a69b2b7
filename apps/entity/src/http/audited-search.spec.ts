import { IdentitiesSearched, type Principal } from '@ndx/contracts';
import { eventually } from '@ndx/testing';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startEntityService, type EntityService } from '../testing/entity-service.js';
import { foundNetwork, joinInstitution } from '../testing/participants.js';
import { searchesIn } from '../testing/searches.js';
import { aConsumer } from '../testing/subjects.js';

let service: EntityService;
let networkId: string;
let bank: Principal;
let network: ReturnType<typeof searchesIn>;
beforeAll(async () => {
  service = await startEntityService();
  const founded = await foundNetwork(service);
  networkId = founded.networkId;
  bank = await joinInstitution(service, founded.governor, networkId, 'querier');
  network = searchesIn(service, networkId);
});
afterAll(() => service.stop());

/** The audit entries of searches in the network, in their order. */
const entries = () =>
  service.sql<{ data: string; account_id: string }>(
    `select data, account_id from audit_entry where chain = $1 and type = $2 order by seq`,
    [networkId, IdentitiesSearched.type],
  );

test('every search is an audit entry with its criteria as hashes and its number of results', async () => {
  const person = aConsumer({ social_security_number: '012345678' });
  await network.state(bank, 'consumer', person);
  const secrets = {
    first_name: 'Ada',
    last_name: 'Example',
    personal_email: 'ada@example.com',
    social_security_number: '012-34-5678',
    date_of_birth: '1990-01-15',
  };
  await network.listed(bank, 'consumer', secrets);
  await network.listed(bank, 'consumer', { ...secrets, last_name: 'EXAMPLE ' });
  await network.listed(bank, 'consumer', { social_security_number: 'not one' });
  await network.listed(bank, 'business', { federal_ein: '12345678' });
  await eventually(async () => expect(await entries()).toHaveLength(4));

  const found = await entries();
  const [first, again, unusable, business] = found.map(({ data }) =>
    IdentitiesSearched.parse(JSON.parse(data)),
  );
  expect(found.every(({ account_id }) => account_id === bank.account_id)).toBe(true);
  expect(first).toEqual({
    search_id: expect.any(String),
    network_id: networkId,
    entity_id: bank.entity_id,
    subject_type: 'consumer',
    identity_visibility: 'network',
    criteria: Object.keys(secrets).map((name) => ({
      name,
      value_hash: expect.stringMatching(/^[\w-]{43}$/),
    })),
    result_count: 1,
  });
  expect(again?.criteria).toEqual(first?.criteria);
  expect(unusable).toMatchObject({
    criteria: [{ name: 'social_security_number' }],
    result_count: 0,
  });
  expect(business).toMatchObject({ subject_type: 'business', criteria: [{ name: 'federal_ein' }] });
  const text = JSON.stringify(found);
  for (const secret of ['Ada', 'xample', '@', '5678', '1990', 'not one']) {
    expect(text).not.toContain(secret);
  }
  const indexes = await service.sql<{ ssn_index: string }>(
    'select ssn_index from consumer_identity',
  );
  for (const { ssn_index: index } of indexes) expect(text).not.toContain(index);
});

test('a rejected search has no entry', async () => {
  const before = (await entries()).length;
  const stranger = { ...bank, memberships: [] };
  expect((await network.search(stranger, 'consumer')).status).toBe(403);
  await network.listed(bank, 'consumer');
  await eventually(async () => expect(await entries()).toHaveLength(before + 1));
});
