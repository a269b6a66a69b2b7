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

test('a value of another type stays text, for the server to reject the row', () => {
  const mapping = parseMapping({
    A: { path: 'a', type: 'number' },
    B: { path: 'b', type: 'boolean' },
  });
  expect(toRecord({ A: 'x', B: '1' }, mapping)).toEqual({ a: 'x', b: '1' });
});

test.each([[null], [7], ['text'], [[{ a: '1' }]]])(
  'the row %j, which is not an object, stays as it is, for the server to reject it',
  (row) => {
    expect(toRecord(row)).toBe(row);
    expect(toRecord(row, parseMapping({ a: 'b' }))).toBe(row);
  },
);

test('a mapping to an unknown type is an error', () => {
  const parse = () => parseMapping({ A: { path: 'a', type: 'money' } });
  expect(parse).toThrow(CliError);
  expect(parse).toThrow('mapping of A: give a path, or path and type');
});

test.each([
  { row: { a: '1', 'a.b': '2' }, column: 'a.b' },
  { row: { 'a.b': '2', a: '1' }, column: 'a' },
  { row: { a: [1], 'a.b': '2' }, column: 'a.b' },
])('the path of column $column has both a value and members: an error', ({ row, column }) => {
  const record = () => toRecord(row);
  expect(record).toThrow(CliError);
  expect(record).toThrow(
    `column ${column}: the path ${column} conflicts with the path of another column`,
  );
});

test('a path may have a value in one row and members in another', () => {
  expect(toRecord({ a: '1', 'a.b': '' })).toEqual({ a: '1' });
  expect(toRecord({ a: '', 'a.b': '2' })).toEqual({ a: { b: '2' } });
});

test.each(['__proto__.x', 'constructor.prototype.x', 'a.__proto__.x'])(
  'the path %s is an error, and changes no object',
  (path) => {
    const mapping = parseMapping({ Note: path });
    for (const record of [() => toRecord({ [path]: '1' }), () => toRecord({ Note: '1' }, mapping)])
      expect(record).toThrow(CliError);
    expect(() => toRecord({ Note: '1' }, mapping)).toThrow(
      `column Note: the path ${path} has a reserved name`,
    );
    expect({}).not.toHaveProperty('x');
  },
);
