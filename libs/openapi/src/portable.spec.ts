import { describe, expect, test } from '@jest/globals';
import { portable } from './portable.js';

const NULL = { type: 'null' };

describe('the form of a schema for generators', () => {
  test.each([
    [
      'a nullable value has two types',
      { anyOf: [{ type: 'string', maxLength: 3 }, NULL], description: 'a text' },
      { type: ['string', 'null'], maxLength: 3, description: 'a text' },
    ],
    [
      'a nullable value of a list can be null',
      { anyOf: [{ type: 'string', enum: ['a'] }, NULL] },
      { type: ['string', 'null'], enum: ['a', null] },
    ],
    [
      'a nullable reference is one of two',
      { anyOf: [{ $ref: '#/x' }, NULL], description: 'an object' },
      { oneOf: [{ $ref: '#/x' }, NULL], description: 'an object' },
    ],
    [
      'a value of several scalar types has none',
      { anyOf: [{ type: 'string' }, { type: 'number' }] },
      {},
    ],
    [
      'a description is beside a reference',
      { allOf: [{ $ref: '#/x' }], description: 'a use' },
      { $ref: '#/x', description: 'a use' },
    ],
    [
      'any members are additional properties',
      { type: 'object', patternProperties: { '^.*$': {} } },
      { type: 'object', additionalProperties: {} },
    ],
    [
      'an integer that 32 bits hold has 32',
      { type: 'integer', minimum: 1, maximum: 999_999_999 },
      { type: 'integer', minimum: 1, maximum: 999_999_999, format: 'int32' },
    ],
    [
      'any other integer has 64',
      { type: ['integer', 'null'], minimum: 0 },
      { type: ['integer', 'null'], minimum: 0, format: 'int64' },
    ],
    ['a number is a double', { type: 'number' }, { type: 'number', format: 'double' }],
    ['a list of texts has a type', { enum: ['a'] }, { type: 'string', enum: ['a'] }],
  ])('%s', (_rule, schema, form) => {
    expect(portable(schema)).toEqual(form);
  });

  test('a member with the name of a keyword is unchanged', () => {
    const properties = { type: { type: 'string' }, enum: { type: 'string' } };
    expect(portable(properties)).toEqual(properties);
  });
});
