import { expect, test } from '@jest/globals';
import { nullable, required, type ObjectShape } from '@ndx/catalog';
import { validateObject } from './validate-object.js';

const PARTY: ObjectShape = {
  title: 'Party',
  fields: [...required('count', 'count'), ...nullable('address', 'address')],
};

test('a valid request part is returned unchanged', () => {
  const sent = { count: 1, address: { city: 'Boston' } };
  expect(validateObject('body', PARTY, sent)).toBe(sent);
});

test.each([
  ['a wrong type', { count: '1' }, 'body -> count: must be an integer of at least 0'],
  ['a missing field', {}, 'body -> count: is required'],
  ['an unknown field', { count: 1, cuont: 1 }, 'body -> cuont: is not a known field'],
  [
    'a nested fault',
    { count: 1, address: { city: 7 } },
    'body -> address -> city: must be a string',
  ],
  ['a list', [], 'body: must be an object'],
  ['null', null, 'body: must be an object'],
  ['a text', 'text', 'body: must be an object'],
])('a part with %s is rejected by the path of its first fault', (_name, value, detail) => {
  expect(() => validateObject('body', PARTY, value)).toThrow(expect.objectContaining({ detail }));
});
