import { describe, expect, test } from '@jest/globals';
import { lookOf } from './look-of-name.js';

function lookAlike(one: string, other: string): boolean {
  const [a, b] = [lookOf(one), lookOf(other)];
  return (
    a.skeleton === b.skeleton ||
    a.foldedSkeleton === b.foldedSkeleton ||
    a.raisedSkeleton === b.raisedSkeleton
  );
}

describe('names', () => {
  test.each([
    ['in another case', 'First Bank', 'FIRST BANK'],
    ['with Cyrillic letters', 'First Bank', 'First Ваnk'],
    ['in Cyrillic capitals', 'First Bank', 'FIRST ВАNК'],
    ['in Greek capitals of another case', 'first bank', 'First ΒaΝΚ'],
    ['with a lower-case L for an I', 'Bank I', 'Bank l'],
    ['with a digit for a letter', 'Union Bank', 'Uni0n Bank'],
    ['in full-width letters', 'First Bank', 'Ｆｉｒｓｔ Ｂａｎｋ'],
    ['in mathematical letters', 'Bank', '𝐁𝐚𝐧𝐤'],
    ['with rn for m', 'Comet Bank', 'Cornet Bank'],
    ['with composed and decomposed marks', 'Caf\u00e9', 'Cafe\u0301'],
    ['with more white space', 'First Bank', 'First\u00a0 Bank'],
    ['with a selector of a variant', '葛城', '葛\u{e0100}城'],
  ])('%s look alike', (_case, one, other) => expect(lookAlike(one, other)).toBe(true));

  test.each([
    ['First Bank', 'Second Bank'],
    ['Mail Bank', 'Mall Bank'],
    ['Bank 2', 'Bank 3'],
    ['Café', 'Cafe'],
  ])('%s and %s do not look alike', (one, other) => expect(lookAlike(one, other)).toBe(false));
});
