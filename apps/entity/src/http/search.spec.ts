import { randomUUID } from 'node:crypto';
import type { Principal } from '@ndx/contracts';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { member } from '@ndx/service/testing';
import { startEntityService, type EntityService } from '../testing/entity-service.js';
import { foundNetwork, signInFirst } from '../testing/participants.js';
import { aBusiness, aConsumer } from '../testing/subjects.js';

type Found = Record<string, unknown>;

let service: EntityService;
let caller: Principal;
let networkId: string;
beforeAll(async () => {
  service = await startEntityService();
});
afterAll(() => service.stop());

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
