import { randomUUID } from 'node:crypto';
import { member } from '@ndx/service/testing';
import { afterAll, beforeAll, describe, test } from '@jest/globals';
import { expectRefused, FAULTS } from '../testing/bad-input.js';
import {
  BUSINESS,
  businessRequest,
  CONSUMER,
  consumerIdentity,
  consumerRequest,
} from '../testing/consent-requests.js';
import { startConsentService, type ConsentService } from '../testing/consent-service.js';

const network = randomUUID();
const querier = member(network, 'querier');

const { NO_UUID, NO_TEXT, NO_DATE_TIME, MISSING, EMPTY, UNKNOWN, UNSTORABLE } = FAULTS;

let service: ConsentService;
/** A consent of each kind. */
let paths: Record<'consumer' | 'business', string>;
beforeAll(async () => {
  service = await startConsentService();
  const record = async (path: string, request: object) => {
    const { body } = await service.call(querier, 'POST', path, request);
    return `${path}/${String(body['consent_id'])}`;
  };
  paths = {
    consumer: await record(CONSUMER, consumerRequest(network)),
    business: await record(BUSINESS, businessRequest()),
  };
});
afterAll(() => service.stop());

describe('changing a consent', () => {
  test.each([
    ['scope', 7, NO_TEXT],
    ['scope', '', EMPTY],
    ['scope', 'kyb\0', UNSTORABLE],
    ['expires_at', 'soon', NO_DATE_TIME],
    ['expires_at', '2999-02-30T00:00:00Z', NO_DATE_TIME],
    ['consented_fields', ['*'], NO_TEXT],
    ['network_id', 'x', NO_UUID],
    ['first_name', 'Eve', UNKNOWN],
    ['consumer_consent_identity', consumerIdentity(), UNKNOWN],
  ])('with %s %j is rejected and leaves the record unchanged', async (name, value, message) => {
    const body = { scope: '*', [name]: value };
    for (const path of Object.values(paths)) {
      await expectRefused(service, querier, ['PUT', path, body], `body -> ${name}: ${message}`);
    }
  });

  test.each([
    ['furnishing_entity_id', undefined, MISSING],
    ['furnishing_entity_id', 'everyone', 'must be a UUID or *'],
    ['furnishing_entity_id', null, 'must be a UUID or *'],
    ['field_definitions', undefined, MISSING],
    ['field_definitions', null, 'must be an array'],
    ['field_definitions', '*', 'must be an array'],
    ['field_definitions', { 0: '*' }, 'must be an array'],
    ['field_definitions', [], EMPTY],
    ['field_definitions', [7], ' -> 0: must be a string'],
    ['field_definitions', ['*', null], ' -> 1: must be a string'],
    ['field_definitions', Array<string>(501).fill('*'), 'must contain no more than 500 elements'],
    [
      'field_definitions',
      ['x'.repeat(201)],
      ' -> 0: must be shorter than or equal to 200 characters',
    ],
    ['effective_from', '2023-02-30T00:00:00Z', NO_DATE_TIME],
    ['effective_to', 7, NO_DATE_TIME],
    ['grant_id', randomUUID(), UNKNOWN],
  ])(
    'rejects a grant with %s %j, and leaves the record unchanged',
    async (name, value, message) => {
      const body = { furnishing_entity_id: '*', field_definitions: ['*'], [name]: value };
      for (const path of Object.values(paths)) {
        await expectRefused(
          service,
          querier,
          ['POST', `${path}/grants`, body],
          `body -> ${name}${message.startsWith(' ->') ? '' : ': '}${message}`,
        );
      }
    },
  );

  test.each([
    ['?after=1', 'after: is not a known field'],
    ['?limit=0', 'limit: must not be less than 1'],
    ['?limit=all', 'limit: must be an integer number'],
    ['?network_id=x', 'network_id: must be a UUID'],
    ['?page=1', 'page: is not a known field'],
  ])('with a history query of %s is rejected', async (query, fault) => {
    for (const path of Object.values(paths)) {
      await expectRefused(
        service,
        querier,
        ['GET', `${path}/events${query}`, undefined],
        `query -> ${fault}`,
      );
    }
  });
});
