import { randomUUID } from 'node:crypto';
import type { Principal } from '@ndx/contracts';
import { isContractAnswer, routesOf, sendAnyInput } from '@ndx/service/testing';
import { eventually } from '@ndx/testing';
import { beforeAll, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { EntityModule } from '../entity.module.js';
import { useEntityService } from '../testing/entity-service.js';
import { foundNetwork, joinInstitution } from '../testing/participants.js';
import { aBusiness, aConsumer } from '../testing/subjects.js';

const service = useEntityService();

describe('malformed input', () => {
  const NO_UUID = 'must be a UUID';
  const NO_TEXT = 'must be a string';
  const NO_LIST = 'must be an array';
  const EMPTY = 'should not be empty';
  const MISSING = 'is required';
  const UNKNOWN = 'is not a known field';
  const UNSTORABLE = 'must not hold null characters or unpaired surrogates';
  const LONG = 'must be shorter than or equal to';

  let networkId: string;
  let governor: Principal;
  let bank: Principal;
  beforeAll(async () => {
    ({ networkId, governor } = await foundNetwork(service));
    bank = await joinInstitution(service, governor, networkId, 'querier');
    // Earlier events are still leaving the outbox, which is counted below.
    await eventually(async () => expect(await service.sql('select 1 from outbox')).toEqual([]));
  });

  /** The number of stored rows and published events. */
  async function traces() {
    const tables = ['network', 'institution', 'account', 'membership', 'outbox'];
    const counts = tables.map((table) => `(select count(*) from ${table}) as ${table}`);
    const identities = `(select count(*) from consumer_identity) as consumers,
    (select count(*) from business_identity) as businesses`;
    return service.sql(`select ${counts.join(', ')}, ${identities}`);
  }

  async function expectRefused(method: string, path: string, body: unknown, detail: string) {
    const before = await traces();
    const answer = await service.call(governor, method, path, body);
    expect(answer).toEqual({ status: 422, body: { detail: expect.stringContaining(detail) } });
    expect(await traces()).toEqual(before);
  }

  describe('a malformed request is rejected and changes nothing:', () => {
    test.each([
      ['name', undefined, MISSING],
      ['name', null, NO_TEXT],
      ['name', 7, NO_TEXT],
      ['name', ['Network'], NO_TEXT],
      ['name', '', EMPTY],
      ['name', 'x'.repeat(201), LONG],
      ['name', '\udc00', UNSTORABLE],
      ['network_id', 'x', NO_UUID],
      ['network_id', [randomUUID()], NO_UUID],
      ['governor', 'me', UNKNOWN],
    ])('founding a network with %s %j', async (name, value, message) => {
      const body = { name: 'Network', [name]: value };
      await expectRefused('POST', '/v1/networks', body, `body -> ${name}: ${message}`);
    });

    test.each([null, [], 'text', 7])('the body %j', async (body) => {
      for (const [method, path] of [
        ['POST', '/v1/networks'],
        ['POST', `/v1/networks/${networkId}/institutions`],
        ['PUT', `/v1/networks/${networkId}/memberships/${bank.entity_id}`],
        ['POST', `/v1/networks/${networkId}/institutions/${bank.entity_id}/accounts`],
        ['POST', '/internal/consumers/resolve'],
      ] as const) {
        await expectRefused(method, path, body, 'body: must be an object');
      }
    });

    test.each([
      ['roles', undefined, MISSING],
      ['roles', null, NO_LIST],
      ['roles', { 0: 'querier' }, NO_LIST],
      ['roles', [], EMPTY],
      ['roles', [null], ' -> 0: must be one of the following values'],
      ['roles', ['querier', 'querier'], "All roles's elements must be unique"],
      ['roles', ['QUERIER'], ' -> 0: must be one of the following values'],
      ['revision', 1, UNKNOWN],
    ])('granting a membership with %s %j', async (name, value, message) => {
      const path = `/v1/networks/${networkId}/memberships/${bank.entity_id}`;
      await expectRefused(
        'PUT',
        path,
        { roles: ['querier'], [name]: value },
        `body -> ${name}${message.startsWith(' ->') ? '' : ': '}${message}`,
      );
    });

    test.each([
      ['subject', undefined, MISSING],
      ['subject', '', EMPTY],
      ['subject', 7, NO_TEXT],
      ['subject', 'x'.repeat(301), LONG],
      ['subject', 'a\0', UNSTORABLE],
      ['account_id', 'x', NO_UUID],
      ['email', 'desk', 'must be an email'],
      ['email', 7, 'must be an email'],
      ['role', 'admin', UNKNOWN],
    ])('adding an account with %s %j', async (name, value, message) => {
      const path = `/v1/networks/${networkId}/institutions/${bank.entity_id}/accounts`;
      await expectRefused(
        'POST',
        path,
        { subject: randomUUID(), [name]: value },
        `body -> ${name}: ${message}`,
      );
    });

    test.each([
      ['GET', '/v1/networks/x', 'path -> network_id: must be a UUID'],
      ['GET', `/v1/networks?limit=0`, 'query -> limit: must not be less than 1'],
      ['GET', `/v1/networks?limit=101`, 'query -> limit: must not be greater than 100'],
      ['GET', `/v1/networks?after=x`, 'query -> after: is not a known field'],
      ['GET', `/v1/networks?page=2`, 'query -> page: is not a known field'],
      ['DELETE', `/v1/networks/${randomUUID()}/memberships/x`, 'path -> entity_id: must be a UUID'],
    ])('%s %s', async (method, path, detail) => {
      await expectRefused(method, path, undefined, detail);
    });

    test.each([
      ['businesses', { network_ids: [] }, 'network_ids: should not be empty'],
      ['businesses', { network_ids: 'x' }, 'network_ids: must be an array'],
      ['businesses', { network_ids: ['x'] }, 'network_ids -> 0: must be a UUID'],
      ['businesses', { businesses: [] }, 'businesses: should not be empty'],
      ['businesses', { businesses: ['Acme'] }, 'businesses -> 0: must be an object'],
      ['businesses', { businesses: [[]] }, 'businesses -> 0: must be an object'],
      [
        'businesses',
        { businesses: Array.from({ length: 101 }, () => aBusiness()) },
        'businesses: must contain no more than 100 elements',
      ],
      ['consumers', { network_id: null }, 'network_id: must be a UUID'],
      ['consumers', { consumers: null }, 'consumers: must be an array'],
      ['consumers', { consumers: [null] }, 'consumers -> 0: must be an object'],
    ])('resolving %s with %j', async (kind, change, detail) => {
      const bodies = {
        businesses: { network_ids: [networkId], businesses: [aBusiness()] },
        consumers: { network_id: networkId, consumers: [aConsumer()] },
      };
      const body = { ...(kind === 'consumers' ? bodies.consumers : bodies.businesses), ...change };
      await expectRefused('POST', `/internal/${kind}/resolve`, body, `body -> ${detail}`);
    });
  });
});

describe('any input', () => {
  const CRITERIA = {
    consumer: ['first_name', 'last_name', 'personal_email', 'social_security_number', 'limit'],
    business: [
      'business_legal_name',
      'business_dba_name',
      'business_email',
      'federal_ein',
      'limit',
    ],
  };
  const TEXT = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.constantFrom('%', '_', '\\', '{', '"', 'Ada', '@', '20', '100', '012345678'),
  );

  let networkId: string;
  let governor: Principal;
  let bank: Principal;
  beforeAll(async () => {
    ({ networkId, governor } = await foundNetwork(service));
    bank = await joinInstitution(service, governor, networkId, 'furnisher', 'querier');
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
      const callers = [governor, bank, governor, 'entity'] as const;
      await sendAnyInput(service, route, { callers, known: known(), valid: bodyOf(route) });
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
          { numRuns: 200 },
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
});
