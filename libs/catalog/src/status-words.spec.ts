import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { PAST_DUE_WORDS, statedBoolean, VERIFICATION_WORDS } from './status-words.js';

describe.each([
  ['verification', VERIFICATION_WORDS],
  ['past due', PAST_DUE_WORDS],
] as const)('the table of %s words', (_, words) => {
  test('lists each word once, in its compared form', () => {
    const all = [...words.true, ...words.false];
    expect(new Set(all).size).toBe(all.length);
    for (const word of all) expect(statedBoolean(words, word)).not.toBeNull();
  });

  test('states nothing for an unlisted word', () => {
    fc.assert(
      fc.property(fc.string(), (status) => {
        const word = status
          .trim()
          .toLowerCase()
          .replaceAll(/[\s_-]+/g, ' ');
        fc.pre(![...words.true, ...words.false].includes(word));
        expect(statedBoolean(words, status)).toBeNull();
      }),
    );
  });

  test.each([null, undefined, true, 1, {}])('states nothing for %p', (status) => {
    expect(statedBoolean(words, status)).toBeNull();
  });
});

test.each([
  [' Fully_Verified ', true],
  ['NOT-VERIFIED', false],
  ['complete', null],
  ['pending', null],
  ['partially verified', null],
])('a verification status %p states %p', (status, expected) => {
  expect(statedBoolean(VERIFICATION_WORDS, status)).toBe(expected);
});
