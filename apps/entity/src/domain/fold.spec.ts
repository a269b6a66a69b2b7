import { composed } from '@ndx/contracts';
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { fold } from './fold.js';

describe('the folded form of a name', () => {
  test.each([
    ['Élodie', 'E\u0301LODIE'],
    ['Straße', 'STRASSE'],
    ['STRAẞE', 'strasse'],
    ['İlkay', 'ilkay'],
    ['Yıldız', 'YILDIZ'],
    ['Σίσυφος', 'ΣΊΣΥΦΟΣ'],
    ['ﬁnch', 'Finch'],
    ['Ꭰ', 'ꭰ'],
  ])('is the same for %s and %s', (one, other) => {
    expect(fold(one)).toBe(fold(other));
  });

  test.each([
    ['Elodie', 'Élodie'],
    ['Muller', 'Müller'],
    ['O’Neil', "O'Neil"],
  ])('is not the same for %s and %s', (one, other) => {
    expect(fold(one)).not.toBe(fold(other));
  });

  const LETTERS = 'a À ß ẞ İ ı i I Σ σ ς ǅ é Ж ж 😀 -'.split(' ');
  const PIECES = [...LETTERS, '\u0301', '\u0307', 'ﬃ', 'ŉ', ' '];

  test('does not depend on case', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...LETTERS) }), (text) => {
        expect(fold(text.toUpperCase())).toBe(fold(text));
        expect(fold(text.toLowerCase())).toBe(fold(text));
        expect(fold(fold(text))).toBe(fold(text));
      }),
    );
  });

  test('contains the folded form of every part of the name', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom(...PIECES) }),
        fc.nat(20),
        fc.nat(20),
        (text, start, length) => {
          const letters = Array.from(composed(text));
          const part = letters.slice(start, start + length).join('');
          expect(fold(text)).toContain(fold(part));
        },
      ),
    );
  });
});
