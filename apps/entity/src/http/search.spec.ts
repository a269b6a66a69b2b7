import { randomUUID } from 'node:crypto';
import { IdentitiesSearched, type Principal } from '@ndx/contracts';
import { member } from '@ndx/service/testing';
import { eventually } from '@ndx/testing';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { useEntityService } from '../testing/entity-service.js';
import { foundNetwork, joinInstitution, signInFirst } from '../testing/participants.js';
import { searchesIn } from '../testing/searches.js';
import { aBusiness, aConsumer } from '../testing/subjects.js';

const service = useEntityService();

type Found = Record<string, unknown>;

let caller: Principal;
let networkId: string;

/** A new network with the given subjects, claimed in this order. */
async function networkWith(kind: 'consumer' | 'business', ...subjects: object[]): Promise<void> {
  networkId = (await foundNetwork(service)).networkId;
  caller = await signInFirst(service);
  for (const subject of subjects) {
    await service.call(
      caller,
      'POST',
      `/internal/${kind === 'consumer' ? 'consumers' : 'businesses'}/resolve`,
      kind === 'consumer'
        ? { network_id: networkId, consumers: [subject] }
        : { network_ids: [networkId], businesses: [subject] },
    );
  }
}

function search<Body = Found[]>(kind: string, criteria: Record<string, string | undefined> = {}) {
  const query = new URLSearchParams({ network_id: networkId });
  for (const [name, value] of Object.entries(criteria)) query.set(name, value ?? '');
  return service.call<Body>(caller, 'GET', `/v1/entities/${kind}/search?${query.toString()}`);
}

async function names(kind: string, criteria: Record<string, string> = {}) {
  const { status, body } = await search(kind, criteria);
  expect(status).toBe(200);
  return body.map((found) => found['last_name'] ?? found['business_legal_name']);
}

describe('searching consumers', () => {
  test('returns the fields of the contract, without the SSN', async () => {
    await networkWith('consumer', aConsumer({ social_security_number: 12345678 }));
    expect((await search('consumer')).body).toEqual([
      {
        id: expect.any(String),
        identifier: expect.stringMatching(/^consumer-[0-9a-f]{8}$/),
        first_name: 'Ada',
        last_name: 'Example',
        personal_email: 'ada@example.com',
        date_of_birth: '1990-01-15',
        created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
      },
    ]);
  });

  test('finds names and emails by any part in any case, and combines criteria with AND', async () => {
    await networkWith(
      'consumer',
      aConsumer({ first_name: 'Élodie', last_name: 'Moreau', personal_email: 'em@one.example' }),
      aConsumer({ first_name: 'Eloise', last_name: 'Morland', personal_email: 'el@two.example' }),
    );
    expect(await names('consumer', { first_name: 'ÉLO' })).toEqual(['Moreau']);
    expect(await names('consumer', { last_name: 'mor' })).toEqual(['Morland', 'Moreau']);
    expect(await names('consumer', { last_name: 'or' })).toEqual(['Morland', 'Moreau']);
    expect(await names('consumer', { personal_email: '@TWO' })).toEqual(['Morland']);
    expect(await names('consumer', { last_name: 'mor', first_name: 'élo' })).toEqual(['Moreau']);
    expect(await names('consumer', { last_name: 'land', first_name: 'élo' })).toEqual([]);
  });

  test('finds letters whose number changes with case', async () => {
    await networkWith(
      'consumer',
      ...['Strauß', 'İlkay', 'Yıldız', 'Σίσυφος'].map((last_name) => aConsumer({ last_name })),
    );
    expect(await names('consumer', { last_name: 'STRAUSS' })).toEqual(['Strauß']);
    expect(await names('consumer', { last_name: 'ß' })).toEqual(['Strauß']);
    expect(await names('consumer', { last_name: 'ilk' })).toEqual(['İlkay']);
    expect(await names('consumer', { last_name: 'ILDIZ' })).toEqual(['Yıldız']);
    expect(await names('consumer', { last_name: 'ΣΊΣ' })).toEqual(['Σίσυφος']);
  });

  test('finds single characters of any script, and white space as stored', async () => {
    await networkWith(
      'consumer',
      ...['Mary  Ann', 'Ж', '李', 'D😀'].map((last_name) => aConsumer({ last_name })),
    );
    expect(await names('consumer', { last_name: ' MARY \t ann ' })).toEqual(['Mary Ann']);
    expect(await names('consumer', { last_name: ' ' })).toEqual(['Mary Ann']);
    expect(await names('consumer', { last_name: 'ж' })).toEqual(['Ж']);
    expect(await names('consumer', { last_name: '李' })).toEqual(['李']);
    expect(await names('consumer', { last_name: '😀' })).toEqual(['D😀']);
    expect(await names('consumer', { last_name: 'x'.repeat(500) })).toEqual([]);
  });

  test('matches wildcards of the database literally', async () => {
    const odd = ['100%', 'a_b', 'back\\slash', 'plain'];
    await networkWith('consumer', ...odd.map((name) => aConsumer({ last_name: name })));
    expect(await names('consumer', { last_name: '%' })).toEqual(['100%']);
    expect(await names('consumer', { last_name: '_' })).toEqual(['a_b']);
    expect(await names('consumer', { last_name: '\\' })).toEqual(['back\\slash']);
    expect(await names('consumer', { last_name: "'" })).toEqual([]);
  });

  test('finds an SSN and a date of birth exactly, in any spelling of the SSN', async () => {
    await networkWith(
      'consumer',
      aConsumer({ last_name: 'One', social_security_number: '012345678' }),
      aConsumer({ last_name: 'Two', date_of_birth: '1991-02-28' }),
    );
    for (const ssn of ['012345678', '12345678', '012-34-5678']) {
      expect(await names('consumer', { social_security_number: ssn })).toEqual(['One']);
    }
    for (const ssn of ['5678', '1234567', 'one']) {
      expect(await names('consumer', { social_security_number: ssn })).toEqual([]);
    }
    expect(await names('consumer', { date_of_birth: '1991-02-28' })).toEqual(['Two']);
  });

  test('returns at most the limit, by default 20, newest first', async () => {
    const crowd = Array.from({ length: 25 }, (_, index) => aConsumer({ last_name: `N${index}` }));
    await networkWith('consumer', ...crowd);
    const newest = crowd.map(({ last_name }) => last_name).reverse();
    expect(await names('consumer')).toEqual(newest.slice(0, 20));
    expect(await names('consumer', { limit: '3' })).toEqual(newest.slice(0, 3));
    expect(await names('consumer', { limit: '100' })).toEqual(newest);
  });

  test('sees only its own network', async () => {
    await networkWith('consumer', aConsumer());
    await networkWith('consumer');
    expect(await names('consumer')).toEqual([]);
  });

  test.each(['consumer', 'business'])('is denied outside the network: %s', async (kind) => {
    await networkWith('consumer');
    caller = member(randomUUID(), 'governor', 'querier');
    expect(await search(kind)).toMatchObject({
      status: 403,
      body: { error_code: 'PERMISSION_DENIED' },
    });
  });
});

describe('searching businesses', () => {
  test('returns the known values of a business, and only the last four digits of its EIN', async () => {
    await networkWith(
      'business',
      aBusiness({
        business_tax_identifier_value: '01-2345678',
        business_dba_name: 'Acme',
        business_email: 'Desk@Acme.Example',
        business_phone: '(617) 555-0123',
        business_entity_type: 'LLC',
        business_date_of_incorporation: '2001-05-06',
        business_website_url: 'https://acme.example',
      }),
    );
    expect((await search('business')).body).toEqual([
      {
        id: expect.any(String),
        identifier: expect.stringMatching(/^business-[0-9a-f]{8}$/),
        business_legal_name: 'Acme Holdings LLC',
        business_dba_name: 'Acme',
        business_email: 'desk@acme.example',
        business_entity_type: 'LLC',
        business_date_of_incorporation: '2001-05-06',
        business_phone: '16175550123',
        business_website_url: 'https://acme.example',
        federal_ein_last_four: '5678',
        created_at: expect.any(String),
        updated_at: expect.any(String),
      },
    ]);
  });

  test('finds names and emails by any part, and an EIN exactly, also as an integer', async () => {
    await networkWith(
      'business',
      aBusiness({ business_legal_name: 'North LLC', business_tax_identifier_value: '012345678' }),
      aBusiness({ business_legal_name: 'South LLC', business_dba_name: 'Sunny Side' }),
      aBusiness({ business_legal_name: 'West Inc', business_email: 'hello@west.example' }),
    );
    expect(await names('business', { business_legal_name: 'llc' })).toEqual([
      'South LLC',
      'North LLC',
    ]);
    expect(await names('business', { business_dba_name: 'NY S' })).toEqual(['South LLC']);
    expect(await names('business', { business_email: 'WEST' })).toEqual(['West Inc']);
    expect(await names('business', { federal_ein: '12345678' })).toEqual(['North LLC']);
    expect(await names('business', { federal_ein: '012345678' })).toEqual(['North LLC']);
    expect(await names('business', { federal_ein: '5678' })).toEqual([]);
    expect(await names('business', { federal_ein: '-12345678' })).toEqual([]);
    expect(await names('business', { federal_ein: '1234567890' })).toEqual([]);
    expect(await names('business', { federal_ein: '0' })).toEqual([]);
  });

  test('combines criteria with AND', async () => {
    await networkWith(
      'business',
      aBusiness({ business_legal_name: 'North LLC', business_tax_identifier_value: '012345678' }),
      aBusiness({ business_legal_name: 'Northern Inc', business_dba_name: 'Nova' }),
    );
    const both = (federal_ein: string) => ({ business_legal_name: 'north', federal_ein });
    expect(await names('business', both('12345678'))).toEqual(['North LLC']);
    expect(await names('business', both('12345679'))).toEqual([]);
    expect(await names('business', { business_legal_name: 'n', business_dba_name: 'n' })).toEqual([
      'Northern Inc',
    ]);
  });
});

describe('the parameters of a search', () => {
  const NO_DATE = 'must be a date (YYYY-MM-DD)';
  const NO_INTEGER = 'must be an integer number';
  const EMPTY = 'should not be empty';
  const UNKNOWN = 'is not a known field';
  const UNSTORABLE = 'must not hold null characters or unpaired surrogates';
  const LONG = 'must be shorter than or equal to 500 characters';

  let networkId: string;
  let caller: Principal;
  beforeAll(async () => {
    ({ networkId, governor: caller } = await foundNetwork(service));
  });

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
});

describe('the audit log of searches', () => {
  let networkId: string;
  let bank: Principal;
  let network: ReturnType<typeof searchesIn>;
  beforeAll(async () => {
    const founded = await foundNetwork(service);
    networkId = founded.networkId;
    bank = await joinInstitution(service, founded.governor, networkId, 'querier');
    network = searchesIn(service, networkId);
  });

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
    expect(business).toMatchObject({
      subject_type: 'business',
      criteria: [{ name: 'federal_ein' }],
    });
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
});
