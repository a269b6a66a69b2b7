import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Principal } from '@ndx/contracts';
import { startEntityService, type EntityService } from '../testing/entity-service.js';
import { foundNetwork } from '../testing/participants.js';

const NO_DATE = 'must be a date (YYYY-MM-DD)';
const NO_INTEGER = 'must be an integer number';
const EMPTY = 'should not be empty';
const UNKNOWN = 'is not a known field';
const UNSTORABLE = 'must not hold null characters or unpaired surrogates';
const LONG = 'must be shorter than or equal to 500 characters';

let service: EntityService;
let networkId: string;
let caller: Principal;
beforeAll(async () => {
  service = await startEntityService();
  ({ networkId, governor: caller } = await foundNetwork(service));
});
afterAll(() => service.stop());

/** Searches the network of the suite, unless the parameters name one. */
function search(kind: string, parameters: readonly (readonly [string, string])[]) {
  const isNamed = parameters.some(([name]) => name === 'network_id');
  const query = new URLSearchParams(isNamed ? {} : { network_id: networkId });
  for (const [name, value] of parameters) query.append(name, value);
  return service.call(caller, 'GET', `/v1/entities/${kind}/search?${query.toString()}`);
}

describe('a search', () => {
  test.each([
    ['consumer', 'network_id', '', 'must be a UUID'],
    ['consumer', 'network_id', 'x', 'must be a UUID'],
    ['consumer', 'limit', '0', 'must not be less than 1'],
    ['consumer', 'limit', '-1', 'must not be less than 1'],
    ['consumer', 'limit', '101', 'must not be greater than 100'],
    ['consumer', 'limit', '1.5', NO_INTEGER],
    ['consumer', 'limit', '1e1', NO_INTEGER],
    ['consumer', 'limit', 'ten', NO_INTEGER],
    ['consumer', 'limit', '', NO_INTEGER],
    ['consumer', 'limit', '9'.repeat(30), NO_INTEGER],
    ['consumer', 'date_of_birth', '1990-02-30', NO_DATE],
    ['consumer', 'date_of_birth', '15.01.1990', NO_DATE],
    ['consumer', 'date_of_birth', '1990-01-15T00:00:00Z', NO_DATE],
    ['consumer', 'date_of_birth', '', NO_DATE],
    ['consumer', 'first_name', '', EMPTY],
    ['consumer', 'first_name', '\0', UNSTORABLE],
    ['consumer', 'first_name', 'x'.repeat(501), LONG],
    ['consumer', 'last_name', '', EMPTY],
    ['consumer', 'personal_email', '', EMPTY],
    ['consumer', 'social_security_number', '', EMPTY],
    ['consumer', 'surname', 'Example', UNKNOWN],
    ['consumer', 'first_name[]', 'Ada', UNKNOWN],
    ['consumer', 'business_legal_name', 'Acme', UNKNOWN],
    ['business', 'network_id', 'x', 'must be a UUID'],
    ['business', 'limit', '0', 'must not be less than 1'],
    ['business', 'limit', '101', 'must not be greater than 100'],
    ['business', 'business_legal_name', '', EMPTY],
    ['business', 'business_dba_name', '', EMPTY],
    ['business', 'business_email', '', EMPTY],
    ['business', 'federal_ein', '12-345678', NO_INTEGER],
    ['business', 'federal_ein', '+12345678', NO_INTEGER],
    ['business', 'federal_ein', '9'.repeat(16), NO_INTEGER],
    ['business', 'federal_ein', '1.5', NO_INTEGER],
    ['business', 'federal_ein', 'abc', NO_INTEGER],
    ['business', 'federal_ein', '', NO_INTEGER],
    ['business', 'first_name', 'Ada', UNKNOWN],
  ])('for a %s with %s=%j is rejected as malformed', async (kind, name, value, message) => {
    expect(await search(kind, [[name, value]])).toEqual({
      status: 422,
      body: { detail: `query -> ${name}: ${message}` },
    });
  });

  test.each([
    ['consumer', 'network_id', 'c0ffee00-0000-4000-8000-000000000001', 'must be a UUID'],
    ['consumer', 'limit', '1', NO_INTEGER],
    ['consumer', 'first_name', 'Ada', 'must be a string'],
    ['consumer', 'date_of_birth', '1990-01-15', NO_DATE],
    ['business', 'business_email', 'desk@acme.example', 'must be a string'],
    ['business', 'federal_ein', '12345678', NO_INTEGER],
  ])('for a %s with %s twice is rejected as malformed', async (kind, name, value, message) => {
    const twice = [name, value] as const;
    expect(await search(kind, [twice, twice])).toEqual({
      status: 422,
      body: { detail: `query -> ${name}: ${message}` },
    });
  });

  test.each(['consumer', 'business'])('for a %s reports only the first fault', async (kind) => {
    const { body } = await search(kind, [
      ['network_id', 'x'],
      ['limit', '0'],
    ]);
    expect(body).toEqual({ detail: 'query -> network_id: must be a UUID' });
  });

  test.each(['consumer', 'business'])('for a %s requires a network', async (kind) => {
    const answer = await service.call(caller, 'GET', `/v1/entities/${kind}/search`);
    expect(answer).toEqual({ status: 422, body: { detail: 'query -> network_id: is required' } });
  });

  test.each([
    ['limit', '1'],
    ['limit', '100'],
    ['federal_ein', '-12345678'],
    ['federal_ein', '999999999999999'],
    ['federal_ein', '0'],
  ])('with %s=%s has no results in an empty network', async (name, value) => {
    expect(await search('business', [[name, value]])).toEqual({ status: 200, body: [] });
  });
});
