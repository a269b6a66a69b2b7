import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { composed } from './composed.js';

const MARKS = '\u0301\u0323';

test('a text is in the normalisation form, up to 30 marks in a row', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'grapheme' }),
      fc.constantFrom('NFC' as const, 'NFD' as const, 'NFKD' as const),
      (text, form) => {
        expect(composed(text, form)).toBe(text.normalize(form));
      },
    ),
  );
  expect(composed(`a${MARKS.repeat(15)}`)).toBe(`a${MARKS.repeat(15)}`.normalize());
});

test('a text with more marks in a row is unchanged, however long', () => {
  for (const count of [16, 500_000]) {
    const text = `a${MARKS.repeat(count)}`;
    expect(composed(text)).toBe(text);
  }
});
