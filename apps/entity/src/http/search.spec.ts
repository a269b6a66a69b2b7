import { IdentitiesSearched, type Principal } from '@ndx/contracts';
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
});

describe.each([
  ['consumer', aConsumer],
  ['business', aBusiness],
] as const)('searching by the id of a %s', (kind, aSubject) => {
  const member = `${kind}_id`;

  test('finds it in its network alone, together with other criteria', async () => {
    await networkWith(kind, aSubject());
    const [found] = (await search(kind)).body;
    const id = String(found?.['id']);
    expect((await search(kind, { [member]: id })).body).toEqual([found]);
    const others = kind === 'consumer' ? 'last_name' : 'business_legal_name';
    expect((await search(kind, { [member]: id, [others]: 'nobody' })).body).toEqual([]);
    await networkWith(kind);
    expect((await search(kind, { [member]: id })).body).toEqual([]);
  });

  test('rejects a text that is not an id', async () => {
    await networkWith(kind);
    expect(await search<Found>(kind, { [member]: '17' })).toMatchObject({
      status: 422,
      body: { detail: expect.stringContaining(`query -> ${member}`) },
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
        is_own_legal_name: true,
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
});

describe('the pages of a search', () => {
  test.each(['consumer', 'business'] as const)(
    'list each %s once, also when one is added between them, and their count has the same',
    async (kind) => {
      const named = (name: string) =>
        kind === 'consumer'
          ? aConsumer({ last_name: name })
          : aBusiness({ business_legal_name: name });
      const criterion = kind === 'consumer' ? 'last_name' : 'business_legal_name';
      await networkWith(kind, ...['Abc 1', 'Abc 2', 'Other', 'Abc 3', 'Abc 4'].map(named));
      const network = searchesIn(service, networkId);
      const pages: string[][] = [];
      const criteria = { [criterion]: 'ABC', limit: '2' };
      let page = await network.listed(caller, kind, criteria);
      await network.state(caller, kind, named('Abc 5'));
      while (page.length > 0) {
        pages.push(page);
        page = await network.listed(caller, kind, { ...criteria, after: page.at(-1) ?? '' });
      }
      const all = await network.listed(caller, kind, { [criterion]: 'Abc' });
      expect(pages.map(({ length }) => length)).toEqual([2, 2]);
      expect(pages.flat()).toEqual(all.slice(1));
      const [newest = ''] = await network.listed(caller, kind);
      expect(await network.listed(caller, kind, { after: newest })).toHaveLength(5);
      const count = async (found: Record<string, string>) => {
        const query = new URLSearchParams({ network_id: networkId, ...found });
        const path = `/v1/entities/${kind}/count?${query.toString()}`;
        return (await service.call(caller, 'GET', path)).body;
      };
      expect(await count({})).toEqual({ count: 6, is_complete: true });
      expect(await count({ [criterion]: 'ABC' })).toEqual({ count: 5, is_complete: true });
      expect(await count({ [`${kind}_id`]: newest })).toEqual({ count: 1, is_complete: true });
      const secret = kind === 'consumer' ? 'social_security_number' : 'federal_ein';
      expect(await count({ [secret]: '1' })).toEqual({ count: 0, is_complete: true });
    },
  );

  test('need the id of a subject of the network', async () => {
    await networkWith('business', aBusiness());
    const [first] = (await search<{ id: string }[]>('business')).body;
    await networkWith('business', aBusiness());
    for (const after of [first?.id, 'c0ffee00-0000-4000-8000-000000000001']) {
      expect(await search('business', { after })).toMatchObject({
        status: 400,
        body: { detail: 'after is not the id of a result of this search' },
      });
    }
    expect(await search('business', { after: 'one' })).toEqual({
      status: 422,
      body: { detail: 'query -> after: must be a UUID' },
    });
  });
});

describe('a parameter of a search', () => {
  beforeAll(() => networkWith('consumer'));

  test.each([
    ['consumer', 'network_id', 'c0ffee00-0000-4000-8000-000000000001', 'must be a UUID'],
    ['consumer', 'limit', '1', 'must be an integer number'],
    ['consumer', 'first_name', 'Ada', 'must be a string'],
    ['consumer', 'date_of_birth', '1990-01-15', 'must be a date (YYYY-MM-DD)'],
    ['business', 'business_email', 'desk@acme.example', 'must be a string'],
    ['business', 'federal_ein', '12345678', 'must be an integer number'],
  ])('of a %s, %s, is rejected when it is sent twice', async (kind, name, value, message) => {
    const query = new URLSearchParams(name === 'network_id' ? {} : { network_id: networkId });
    for (const twice of [value, value]) query.append(name, twice);
    const path = `/v1/entities/${kind}/search?${query.toString()}`;
    const body = { detail: `query -> ${name}: ${message}` };
    expect(await service.call(caller, 'GET', path)).toEqual({ status: 422, body });
  });

  test.each(['-12345678', '999999999999999', '1234567890', '0'])(
    'federal_ein may be %s, which finds nothing',
    async (federal_ein) => {
      expect(await names('business', { federal_ein })).toEqual([]);
    },
  );
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
      `select data, account_id from audit_entry where network = $1 and type = $2 order by seq`,
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

  test('a count of results is recorded as a search is', async () => {
    const before = (await entries()).length;
    const count = `/v1/entities/business/count?network_id=${networkId}&business_legal_name=Nobody`;
    expect(await service.call(bank, 'GET', count)).toMatchObject({
      status: 200,
      body: { count: 0, is_complete: true },
    });
    await eventually(async () => expect(await entries()).toHaveLength(before + 1));
    const entry = (await entries()).at(-1);
    expect(JSON.parse(entry?.data ?? '')).toMatchObject({
      ...{ entity_id: bank.entity_id, subject_type: 'business', result_count: 0 },
      criteria: [{ name: 'business_legal_name' }],
    });
  });

  test('a rejected search has no entry', async () => {
    const before = (await entries()).length;
    const stranger = { ...bank, memberships: [] };
    expect((await network.search(stranger, 'consumer')).status).toBe(403);
    await network.listed(bank, 'consumer');
    await eventually(async () => expect(await entries()).toHaveLength(before + 1));
  });
});
