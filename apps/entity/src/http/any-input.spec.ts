import { randomUUID } from 'node:crypto';
import type { Principal } from '@ndx/contracts';
import { routesOf, sendAnyInput } from '@ndx/service/testing';
import { eventually } from '@ndx/testing';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { EntityModule } from '../entity.module.js';
import { useEntityService } from '../testing/entity-service.js';
import { foundNetwork, joinInstitution } from '../testing/participants.js';
import { aBusiness, aConsumer } from '../testing/subjects.js';

const service = useEntityService();

describe('a malformed request', () => {
  let governor: Principal;
  let paths: Readonly<Record<string, string>>;
  const businesses = { network_ids: [randomUUID()], businesses: [aBusiness()] };
  const consumers = { network_id: randomUUID(), consumers: [aConsumer()] };
  const valid: Readonly<Record<string, object>> = {
    network: { name: 'Network' },
    membership: { roles: ['querier'] },
    account: { subject: randomUUID() },
    businesses,
    consumers,
  };
  beforeAll(async () => {
    const founded = await foundNetwork(service);
    governor = founded.governor;
    const path = `/v1/networks/${founded.networkId}`;
    const { entity_id } = await joinInstitution(service, governor, founded.networkId, 'querier');
    paths = {
      network: 'POST /v1/networks',
      membership: `PUT ${path}/memberships/${entity_id}`,
      account: `POST ${path}/institutions/${entity_id}/accounts`,
      businesses: 'POST /internal/businesses/resolve',
      consumers: 'POST /internal/consumers/resolve',
    };
    // Earlier events are still leaving the outbox, which is counted below.
    await eventually(async () => expect(await service.sql('select 1 from outbox')).toEqual([]));
  });

  /** The number of stored rows and published events. */
  async function traces() {
    const stored = ['network', 'institution', 'account', 'membership', 'outbox'];
    const tables = [...stored, 'consumer_identity', 'business_identity'];
    const counts = tables.map((table) => `(select count(*) from ${table}) as ${table}`);
    return service.sql(`select ${counts.join(', ')}`);
  }

  test.each([
    ['network', { name: undefined }, 'name: is required'],
    ['network', { name: 'x'.repeat(201) }, 'name: must be shorter than or equal to'],
    ['network', { name: '\udc00' }, 'name: must not hold null characters'],
    ['network', { governor: 'me' }, 'governor: is not a known field'],
    ['membership', { roles: [] }, 'roles: should not be empty'],
    ['membership', { roles: ['querier', 'querier'] }, "roles: All roles's elements must be unique"],
    ['membership', { roles: ['QUERIER'] }, 'roles -> 0: must be one of the following values'],
    ['account', { subject: undefined }, 'subject: is required'],
    ['account', { subject: 'x'.repeat(301) }, 'subject: must be shorter than or equal to'],
    ['account', { account_id: 'x' }, 'account_id: must be a UUID'],
    ['account', { email: 'desk' }, 'email: must be an email'],
    ['businesses', { network_ids: [] }, 'network_ids: should not be empty'],
    ['businesses', { network_ids: ['x'] }, 'network_ids -> 0: must be a UUID'],
    ['businesses', { businesses: [] }, 'businesses: should not be empty'],
    ['businesses', { businesses: [[]] }, 'businesses -> 0: must be an object'],
    [
      'businesses',
      { businesses: Array.from({ length: 101 }, () => aBusiness()) },
      'businesses: must contain no more than 100 elements',
    ],
    ['consumers', { network_id: null }, 'network_id: must be a UUID'],
    ['consumers', { consumers: [null] }, 'consumers -> 0: must be an object'],
  ])('about %s with %j is rejected and changes nothing', async (kind, change, detail) => {
    const [method = '', path = ''] = (paths[kind] ?? '').split(' ');
    const before = await traces();
    const answer = await service.call(governor, method, path, { ...valid[kind], ...change });
    const expected = expect.stringContaining(`body -> ${detail}`);
    expect(answer).toEqual({ status: 422, body: { detail: expected } });
    expect(await traces()).toEqual(before);
  });
});

describe('arbitrary input', () => {
  let networkId: string;
  let governor: Principal;
  let bank: Principal;
  /** An account that no caller uses, so that its suspension ends no caller. */
  let colleague: string;
  beforeAll(async () => {
    ({ networkId, governor } = await foundNetwork(service));
    bank = await joinInstitution(service, governor, networkId, 'furnisher', 'querier');
    const path = `/v1/networks/${networkId}/institutions/${bank.entity_id}/accounts`;
    const account = { subject: 'colleague' };
    const { body } = await service.call<{ account_id: string }>(governor, 'POST', path, account);
    colleague = body.account_id;
  });

  /** A valid body for each route that has one. */
  const bodyOf = (route: string): object | undefined =>
    ({
      'POST /v1/networks': { name: 'Network', network_id: randomUUID() },
      'PUT /v1/networks/:network_id': { identity_visibility: 'related' },
      'POST /v1/networks/:network_id/institutions': {
        name: 'Bank',
        org_id: randomUUID(),
        roles: ['querier', 'furnisher'],
        entity_id: randomUUID(),
      },
      'PUT /v1/networks/:network_id/memberships/:entity_id': { roles: ['querier', 'furnisher'] },
      'POST /v1/networks/:network_id/institutions/:entity_id/accounts': {
        subject: randomUUID(),
        account_id: randomUUID(),
        email: 'user@bank.example',
      },
      'PUT /v1/networks/:network_id/institutions/:entity_id/accounts/:account_id': {
        status: 'suspended',
      },
      'POST /internal/accounts/resolve': { subject: 'user', organization: 'bank', role: 'admin' },
      'POST /internal/businesses/resolve': { network_ids: [networkId], businesses: [aBusiness()] },
      'POST /internal/businesses/lookup': { business_ids: [randomUUID()] },
      'POST /internal/consumers/resolve': { network_id: networkId, consumers: [aConsumer()] },
      'POST /internal/consumers/lookup': { consumer_ids: [randomUUID()] },
    })[route];

  /** Characters with a meaning in a path or a query string. */
  const known = () => ({
    network_id: [networkId, networkId.toUpperCase(), randomUUID()],
    entity_id: [bank.entity_id, governor.entity_id, randomUUID()],
    account_id: [colleague, randomUUID()],
    limit: ['1', '100', '0', '1.5'],
    cursor: [Buffer.from(randomUUID()).toString('base64url'), 'x'],
    first_name: ['Ada', '%', '\\'],
    personal_email: ['@'],
    social_security_number: ['012345678'],
    date_of_birth: ['1990-01-15', '0001-01-01', '9999-12-31', '0000-01-01', '2023-02-30'],
    business_legal_name: ['Acme', '_'],
    federal_ein: ['12345678', '-1', '9007199254740993'],
  });

  test.each(routesOf(EntityModule))('to %s gets a response of the contract', async (route) => {
    const callers = [governor, bank, governor, 'entity'] as const;
    await sendAnyInput(service, route, { callers, known: known(), valid: bodyOf(route) });
  });

  test('leaves the network with its governor and its identities searchable', async () => {
    const { body } = await service.call(governor, 'GET', `/v1/networks/${networkId}/memberships`);
    expect(body['data']).toContainEqual(expect.objectContaining({ roles: ['governor'] }));
    const path = `/v1/entities/consumer/search?network_id=${networkId}&limit=100`;
    expect(await service.call(governor, 'GET', path)).toMatchObject({ status: 200 });
  });
});
