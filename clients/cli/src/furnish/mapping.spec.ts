import { expect, test } from '@jest/globals';
import { CliError } from '../cli-error.js';
import { parseMapping, toRecord } from './mapping.js';

test('columns go to their paths, with the type of the mapping; empty and unmapped ones are left out', () => {
  const mapping = parseMapping({
    Name: 'identity.name',
    City: 'identity.address.city',
    Income: { path: 'income', type: 'number' },
    Active: { path: 'active', type: 'boolean' },
  });
  const row = { Name: 'A, B', City: '', Income: '12.50', Active: 'false', Note: 'x' };
  expect(toRecord(row, mapping)).toEqual({
    identity: { name: 'A, B' },
    income: 12.5,
    active: false,
  });
});

test('without a mapping the columns are paths', () => {
  expect(toRecord({ 'a.b': '1', 'a.c': '2' })).toEqual({ a: { b: '1', c: '2' } });
});

test.each([
  [{ A: { path: 'a', type: 'date' } }, { A: '1' }, 'mapping of A: give a path, or path and type'],
  [{ A: { path: 'a', type: 'number' } }, { A: 'x' }, 'column A: "x" is not a number'],
  [{ A: { path: 'a', type: 'boolean' } }, { A: '1' }, 'column A: "1" is not a boolean'],
])('%j with %j is an error', (mapping, row, message) => {
  const map = () => toRecord(row, parseMapping(mapping));
  expect(map).toThrow(CliError);
  expect(map).toThrow(message);
});
