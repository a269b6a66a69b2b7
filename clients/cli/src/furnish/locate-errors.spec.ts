import { expect, test } from '@jest/globals';
import { locateErrors } from './locate-errors.js';
import { parseMapping } from './mapping.js';

const CODE = { code: 'invalid_value', detail: 'is wrong' };
const rejected = (...paths: readonly string[]) => ({
  row: 1,
  accepted: false,
  errors: paths.map((path) => ({ ...CODE, path })),
});

test('each error of a row has its line, column and value', () => {
  const mapping = parseMapping({ Name: 'a.name', Sum: { path: 'b.sum', type: 'number' } });
  const row = { line: 7, value: { Name: 'A', Sum: '12', Note: '' } };
  expect(locateErrors(rejected('a.name', 'b.sum', 'c'), row, mapping)).toEqual({
    row: 1,
    accepted: false,
    line: 7,
    errors: [
      { ...CODE, path: 'a.name', column: 'Name', value: 'A' },
      { ...CODE, path: 'b.sum', column: 'Sum', value: 12 },
      { ...CODE, path: 'c' },
    ],
  });
});

test('an error of an empty value has its column', () => {
  const row = { line: 2, value: { 'a.b': '', c: '1' } };
  const [error] = locateErrors(rejected('a.b'), row).errors ?? [];
  expect(error).toEqual({ ...CODE, path: 'a.b', column: 'a.b' });
});

test('an error inside of a value of JSON has the outer member as its column', () => {
  const row = { line: 2, value: { a: { b: { c: false } } } };
  expect(locateErrors(rejected('a.b.c', 'a.b'), row).errors).toEqual([
    { ...CODE, path: 'a.b.c', column: 'a', value: false },
    { ...CODE, path: 'a.b', column: 'a' },
  ]);
});

test('the value of a secret field is masked', () => {
  const mapping = parseMapping({ SSN: { path: 'social_security_number', type: 'number' } });
  const row = { line: 2, value: { SSN: '000123456' } };
  const located = locateErrors(rejected('social_security_number'), row, mapping);
  expect(located.errors).toMatchObject([{ column: 'SSN', value: '****' }]);
  expect(JSON.stringify(located)).not.toContain('123456');
});

test('a row that is not an object, and an error without a path, have the line only', () => {
  expect(locateErrors(rejected('a'), { line: 3, value: null })).toEqual({
    ...rejected('a'),
    line: 3,
  });
  const result = { row: 1, accepted: false, errors: [CODE] };
  expect(locateErrors(result, { line: 3, value: {} })).toEqual({ ...result, line: 3 });
});

test('an accepted row keeps its result', () => {
  const result = { row: 1, accepted: true, record_id: 'r' };
  expect(locateErrors(result, { line: 2, value: {} })).toBe(result);
});
