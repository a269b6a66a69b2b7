import { expect, test } from '@jest/globals';
import { exampleOf } from './example.js';

test.each([
  ['its own example', { type: 'string', examples: ['a'] }, 'a'],
  ['its only value', { const: 7 }, 7],
  ['the first of its values', { enum: ['b', 'c'] }, 'b'],
  ['its default', { type: 'integer', default: 20 }, 20],
  ['the least that it may be', { type: 'integer', minimum: 3 }, 3],
  ['what it is when it is not null', { anyOf: [{ type: 'null' }, { type: 'boolean' }] }, true],
  ['an id', { type: 'string', format: 'uuid' }, expect.stringMatching(/^[\da-f-]{36}$/)],
  ['one item', { type: 'array', items: { type: 'integer' } }, [1]],
  [
    'each of its members, a text by its name',
    { type: 'object', properties: { first_name: { type: 'string' } } },
    { first_name: 'first name' },
  ],
])('the example of a schema is %s', (_case, schema, example) => {
  expect(exampleOf(schema)).toEqual(example);
});
