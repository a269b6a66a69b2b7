import { expect, test } from '@jest/globals';
import { fields, without } from './fields.js';

test('parses a table in the notation of the contract', () => {
  expect(
    fields(`
      first_name last_name: string
      personal_address_line_2?: string | null
      zip?: integer | open
    `),
  ).toEqual([
    { name: 'first_name', type: 'string', isRequired: true, null: 'refused' },
    { name: 'last_name', type: 'string', isRequired: true, null: 'refused' },
    { name: 'personal_address_line_2', type: 'string', isRequired: false, null: 'accepted' },
    { name: 'zip', type: 'integer', isRequired: false, null: 'open' },
  ]);
});

test.each(['first_name', 'first_name: text', 'first_name: string, last_name: string', ': string:'])(
  'rejects a table that cannot be parsed: %j',
  (table) => {
    expect(() => fields(table)).toThrow('no fields can be read');
  },
);

test('omits fields by name', () => {
  expect(without(fields('a b c: string'), 'b').map(({ name }) => name)).toEqual(['a', 'c']);
});
