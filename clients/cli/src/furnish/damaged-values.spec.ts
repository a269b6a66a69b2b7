import { expect, test } from '@jest/globals';
import { isCellError, isShortenedNumber } from '@ndx/catalog';
import { DamagedValues } from './damaged-values.js';
import { parseMapping, toRecord } from './mapping.js';

const NUMBER = 'business_identity.business_registration_identifier_from_jurisdiction_of_formation';
const TYPE = 'business_identity.business_tax_identifier_type';
const TAX = 'business_identity.business_tax_identifier_value';

function damagedIn(value: Readonly<Record<string, unknown>>) {
  const damaged = new DamagedValues(undefined);
  damaged.note({ line: 2, value }, toRecord(value));
  return damaged.first.map(({ column, damage }) => [column, damage]);
}

const SHORTENED = 'a number in scientific notation';
const CELL = 'the error of a cell';

test.each([
  ['1.23E+07', SHORTENED],
  ['1,23e+07', SHORTENED],
  [' 5E+12 ', SHORTENED],
  ['#N/A', CELL],
  ['#REF!', CELL],
  ['########', CELL],
])('the identifier %j is damaged, and the network would reject it', (value, damage) => {
  expect(damagedIn({ [NUMBER]: value })).toEqual([[NUMBER, damage]]);
  expect(isCellError(value) || isShortenedNumber(value)).toBe(true);
});

test.each(['0012345', '12E07', 'E+7', '1.23', '#7', 'A#N/A', '12345678901234'])(
  'the identifier %j is not damaged',
  (value) => {
    expect(damagedIn({ [NUMBER]: value, phone_number: value })).toEqual([]);
    expect(isCellError(value) || isShortenedNumber(value)).toBe(false);
  },
);

test('the error of a cell is damage in any column, scientific notation only in identifiers', () => {
  const amounts = { annual_income: '1.23E+07', note: '1E+5' };
  expect(damagedIn({ ...amounts, name: '#NAME?' })).toEqual([['name', CELL]]);
});

test('an identifier of fixed length without its leading zeros is damaged', () => {
  const lost = (digits: string) => `${digits}, without its leading zeros`;
  expect(damagedIn({ [TYPE]: 'EIN', [TAX]: '12345678' })).toEqual([[TAX, lost('8 of 9 digits')]]);
  expect(damagedIn({ 'a.zip': '2110', 'a.country': 'US' })).toEqual([
    ['a.zip', lost('4 of 5 digits')],
  ]);
});

test.each([
  { [TYPE]: 'EIN', [TAX]: '012345678' },
  { [TYPE]: 'EIN', [TAX]: '01-2345678' },
  { [TYPE]: 'VAT', [TAX]: '12345678' },
  { [TAX]: '12345678' },
  { 'a.zip': '02110', 'a.country': 'US' },
  { 'a.zip': '0150', 'a.country': 'NO' },
  { 'a.zip': '2110' },
  { personal_address_zip: '2110' },
])('%j has lost no zeros', (row) => {
  expect(damagedIn(row)).toEqual([]);
});

test('a damaged value has its line and column, and is masked where it is secret', () => {
  const mapping = parseMapping({ ID: NUMBER, SSN: 'social_security_number' });
  const damaged = new DamagedValues(mapping);
  for (let line = 2; line < 12; line += 1) {
    const value = { ID: '1E+9', SSN: '1.23E+08' };
    damaged.note({ line, value }, toRecord(value, mapping));
  }
  expect(damaged.count).toBe(20);
  expect(damaged.first).toHaveLength(5);
  expect(damaged.first.slice(0, 2)).toEqual([
    { line: 2, column: 'ID', value: '1E+9', damage: SHORTENED },
    { line: 2, column: 'SSN', value: '****', damage: SHORTENED },
  ]);
});

test('members of lists and of inner objects are read; a row that is not an object has none', () => {
  expect(damagedIn({ owners: [{ phone: '1E+10' }] })).toEqual([['owners', SHORTENED]]);
  const damaged = new DamagedValues(undefined);
  damaged.note({ line: 1, value: '#N/A' }, '#N/A');
  expect(damaged.count).toBe(0);
});
