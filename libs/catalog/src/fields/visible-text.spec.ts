import { expect, test } from '@jest/globals';
import { isVisible } from './visible-text.js';

test.each([
  'First Bank',
  'Ünïcode & Söhne (عربي) 株式会社',
  // Persian, with a non-joiner; Sinhala and Malayalam, with joiners.
  'علی\u200cرضا',
  'ශ්\u200dරී',
  'നന്\u200dമ',
  // A variant of a Han character in a Japanese surname.
  '葛\u{e0100}城',
])('%j is visible', (name) => expect(isVisible(name)).toBe(true));

test.each([
  ['a null character', 'a\0b'],
  ['a line break', 'a\nb'],
  ['a tabulator', 'a\tb'],
  ['an escape sequence', 'a\u001b[31mb'],
  ['a paragraph separator', 'a\u2029b'],
  ['a right-to-left override', 'First \u202eknaB'],
  ['a directional isolate', 'a\u2066b'],
  ['a left-to-right mark', 'a\u200eb'],
  ['a zero-width space', 'First\u200b Bank'],
  ['a byte order mark', '\ufeffBank'],
  ['a soft hyphen', 'Ba\u00adnk'],
  ['a joiner between Latin letters', 'Ba\u200dnk'],
  ['a joiner at the end', 'علی\u200c'],
  ['a Hangul filler', '\u3164'],
  ['a tag', 'Bank\u{e0042}'],
  ['a selector after a Latin letter', 'B\u{e0100}ank'],
  ['a blank Braille pattern', 'First\u2800Bank'],
  ['an interlinear annotation', 'First\ufff9 Bank'],
  ['a control of hieroglyphs', 'Bank\u{13430}'],
  ['more marks than are normalised', `Ba${'\u0301'.repeat(31)}nk`],
])('a name with %s is not visible', (_case, name) => expect(isVisible(name)).toBe(false));
