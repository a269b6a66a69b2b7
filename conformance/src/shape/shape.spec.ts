import { expect, test } from '@jest/globals';
import { exactly, faultsOf, record } from './shape.js';

const ADDRESS = record('city: string  zip?: string | null');
const PERSON = record('name: string  born?: date | null  addresses: object[]', {
  addresses: ADDRESS,
});

const valid = { name: 'Ada', born: '1990-01-15', addresses: [{ city: 'Cambridge', zip: null }] };

test('an object with all fields of the right types has the shape', () => {
  expect(faultsOf(valid, PERSON)).toEqual([]);
  expect(faultsOf({ name: 'Ada', addresses: [] }, PERSON)).toEqual([]);
});

test.each([
  [{ ...valid, name: undefined }, 'name is missing'],
  [{ ...valid, name: null }, 'name is null'],
  [{ ...valid, name: 7 }, 'name is 7, not string'],
  [{ ...valid, born: '1990-02-30T00:00' }, 'born is "1990-02-30T00:00", not date'],
  [
    { ...valid, addresses: [{ city: 'Cambridge' }, { zip: '02139' }] },
    'addresses.1.city is missing',
  ],
  [[], 'the body is [], not an object'],
])('%j is reported with its fault', (value, fault) => {
  expect(faultsOf(value, PERSON)).toEqual([fault]);
});

test('a closed shape allows no other members, an open one does', () => {
  const value = { city: 'Cambridge', country: 'US' };
  expect(faultsOf(value, ADDRESS)).toEqual([]);
  expect(faultsOf(value, exactly('city: string'))).toEqual(['country is not in the contract']);
});
