import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { isStorable } from './storable.js';

describe('a storable value', () => {
  test('is any JSON value without escaped nulls or surrogates', () => {
    const stringUnit = fc.constantFrom('a', '\\', 'u0000', '\0', '\ud83d', '\ude00');
    fc.assert(
      fc.property(fc.jsonValue({ stringUnit }), (value) => {
        const escaped = JSON.stringify(value);
        const unstorable = /(?<!\\)(\\\\)*\\u(0000|d[89a-f])/.test(escaped);
        expect(isStorable(value)).toBe(!unstorable);
      }),
    );
  });

  test.each([
    ['a null character', '\0'],
    ['half a surrogate pair', 'a\ud83d'],
    ['one in a list in an object', { a: ['b', { c: '\0' }] }],
    ['one in the name of a member', { 'a\0': 1 }],
  ])('cannot be %s', (_, value) => {
    expect(isStorable(value)).toBe(false);
  });

  test.each(['', '👍', '\\u0000', 7, true, null, undefined, [], { a: ['b'] }])(
    'can be %j',
    (value) => {
      expect(isStorable(value)).toBe(true);
    },
  );
});
