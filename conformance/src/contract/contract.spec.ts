import { describe, expect, test } from '@jest/globals';
import { ENDPOINTS, FOR_USERS, WITHOUT_TOKEN } from './endpoints.js';
import { ROWS, SECTION_TITLES } from './index.js';
import { FURNISHES, QUERIES } from './templates/index.js';

describe('the rows', () => {
  test('have unique names', () => {
    const names = ROWS.map(({ section, says }) => `${section}: ${says}`);
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  });

  test('are in the sections of the report, and every section has rows', () => {
    expect(new Set(ROWS.map(({ section }) => section))).toEqual(new Set(SECTION_TITLES.keys()));
  });
});

/** The operations of contract 4.1 to 4.6. */
const CONTRACT = [
  'POST /v1/consent/consumer',
  'GET /v1/consent/consumer/{consent_id}',
  'PUT /v1/consent/consumer/{consent_id}',
  'POST /v1/consent/business',
  'GET /v1/entities/consumer/search',
  'GET /v1/entities/business/search',
  'POST /v1/institution-attestation',
  'POST /v1/networks/policies/querying',
  'PUT /v1/networks/policies/querying/{policy_id}/configuration',
  'GET /v1/networks/policies/furnishing/{policy_id}',
  'POST /v1/products/kyb_certificate/query',
  'POST /v1/products/check',
];

describe('the endpoints', () => {
  const namesOf = (endpoints: typeof ENDPOINTS) =>
    endpoints.map(({ method, path }) => `${method} ${path}`);

  test('are all the operations of the contract that need a token', () => {
    const templates = [...QUERIES, ...FURNISHES].map(({ path }) => `POST ${path}`);
    expect(namesOf(ENDPOINTS)).toEqual(expect.arrayContaining([...CONTRACT, ...templates]));
  });

  test('need a token, except health, version and the published keys', () => {
    expect(namesOf(WITHOUT_TOKEN)).toEqual([
      'GET /health',
      'GET /version',
      'GET /.well-known/ndx-keys',
    ]);
  });

  test('need an account, except those of an invited person', () => {
    expect(namesOf(FOR_USERS)).toEqual([
      'POST /v1/invitations/read',
      'POST /v1/invitations/accept',
    ]);
  });
});

describe('the templates', () => {
  test.each(QUERIES.map((query) => [query.path, query] as const))(
    '%s expects values only of the fields that it lists',
    (_path, { answer, output }) => {
      const listed = output.fields.map(({ name }) => name);
      expect(listed).toEqual(expect.arrayContaining(Object.keys(answer)));
    },
  );

  test.each(FURNISHES.map((furnish) => [furnish.path, furnish] as const))(
    '%s furnishes only fields that it lists',
    (_path, { data, input }) => {
      const listed = input.map(({ name }) => name);
      expect(listed).toEqual(expect.arrayContaining(Object.keys(data)));
    },
  );
});
