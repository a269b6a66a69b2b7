import { randomUUID } from 'node:crypto';
import type { Principal } from '@ndx/contracts';
import { anyBody, anyPath, isContractAnswer, routesOf } from '@ndx/service/testing';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { EntityModule } from '../entity.module.js';
import { startEntityService, type EntityService } from '../testing/entity-service.js';
import { foundNetwork, joinInstitution } from '../testing/participants.js';
import { aBusiness, aConsumer } from '../testing/subjects.js';

const RUNS = { numRuns: 200 };

const CRITERIA = {
  consumer: ['first_name', 'last_name', 'personal_email', 'social_security_number', 'limit'],
  business: ['business_legal_name', 'business_dba_name', 'business_email', 'federal_ein', 'limit'],
};
const TEXT = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom('%', '_', '\\', '{', '"', 'Ada', '@', '20', '100', '012345678'),
);

let service: EntityService;
let networkId: string;
let governor: Principal;
let bank: Principal;
beforeAll(async () => {
  service = await startEntityService();
  ({ networkId, governor } = await foundNetwork(service));
  bank = await joinInstitution(service, governor, networkId, 'furnisher', 'querier');
});
afterAll(() => service.stop());

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
    'POST /internal/businesses/relate': { network_id: networkId, business_ids: [randomUUID()] },
    'POST /internal/consumers/resolve': { network_id: networkId, consumers: [aConsumer()] },
    'POST /internal/consumers/lookup': { consumer_ids: [randomUUID()] },
  })[route];

/** Characters with a meaning in a path or a query string. */
const known = () => ({
  network_id: [networkId, networkId.toUpperCase(), randomUUID()],
  entity_id: [bank.entity_id, governor.entity_id, randomUUID()],
  account_id: [bank.account_id, randomUUID()],
  limit: ['1', '100', '0', '1.5'],
  cursor: [Buffer.from(randomUUID()).toString('base64url'), 'x'],
  first_name: ['Ada', '%', '\\'],
  personal_email: ['@'],
  social_security_number: ['012345678'],
  date_of_birth: ['1990-01-15', '0001-01-01', '9999-12-31', '0000-01-01', '2023-02-30'],
  business_legal_name: ['Acme', '_'],
  federal_ein: ['12345678', '-1', '9007199254740993'],
});

describe('arbitrary input', () => {
  test.each(routesOf(EntityModule))('to %s gets a response of the contract', async (route) => {
    const [method = '', path = ''] = route.split(' ');
    const takesBody = ['POST', 'PUT'].includes(method);
    const body = takesBody ? anyBody(bodyOf(route)) : fc.constant(undefined);
    const caller = fc.constantFrom<'entity' | Principal>(governor, bank, governor, 'entity');
    await fc.assert(
      fc.asyncProperty(caller, anyPath(path, known()), body, async (by, url, sent) => {
        const answer = await service.call(by, method, url, sent);
        expect([answer, isContractAnswer(answer)]).toEqual([answer, true]);
      }),
      RUNS,
    );
  });

  test.each(Object.entries(CRITERIA))(
    'a %s is looked for by has an answer of the contract',
    async (kind, criteria) => {
      await fc.assert(
        fc.asyncProperty(fc.dictionary(fc.constantFrom(...criteria), TEXT), async (given) => {
          const query = new URLSearchParams({ network_id: networkId, ...given });
          const path = `/v1/entities/${kind}/search?${query.toString()}`;
          const answer = await service.call(governor, 'GET', path);
          expect([answer, isContractAnswer(answer)]).toEqual([answer, true]);
        }),
        RUNS,
      );
    },
  );

  test('leaves the network with its governor and its identities searchable', async () => {
    const { body } = await service.call(governor, 'GET', `/v1/networks/${networkId}/memberships`);
    expect(body['data']).toContainEqual(expect.objectContaining({ roles: ['governor'] }));
    const path = `/v1/entities/consumer/search?network_id=${networkId}&limit=100`;
    expect(await service.call(governor, 'GET', path)).toMatchObject({ status: 200 });
  });
});
