import { lookUpBusinesses, type AnswerOf } from '@ndx/api';
import { startStandIn, type StandIn } from '@ndx/testing';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { ServiceClient } from './service-client.js';

const ID = '0192d3c0-0000-7000-8000-00000000abcd';
const FOUND: AnswerOf<typeof lookUpBusinesses> = {
  businesses: [
    { business_id: ID, network_id: ID, match_hashes: ['a hash'], stated_legal_name: null },
  ],
};

let answer: object | undefined;
let entity: StandIn;
let client: ServiceClient;

beforeAll(async () => {
  entity = await startStandIn({ [lookUpBusinesses.path]: () => answer });
  client = new ServiceClient('entity', entity.url);
});
afterAll(async () => {
  await client.close();
  await entity.stop();
});

const lookUp = () => client.call(lookUpBusinesses, { body: { business_ids: [ID] } });

test('a client returns an answer that matches the operation', async () => {
  answer = FOUND;
  expect(await lookUp()).toEqual(FOUND);
});

test.each([
  [
    'with another type',
    { businesses: [{ ...FOUND.businesses[0], match_hashes: 'a hash' }] },
    'businesses -> 0 -> match_hashes must be array',
  ],
  ['without a field', { business: [] }, 'the answer must have required properties businesses'],
  ['without a body', undefined, 'the answer must be object'],
])(
  'an answer %s fails, and the message names the service and the field',
  async (_case, given, fault) => {
    answer = given;
    await expect(lookUp()).rejects.toMatchObject({
      code: 'OPERATION_FAILED',
      message: `the entity service answered lookUpBusinesses with another shape: ${fault}`,
    });
  },
);
