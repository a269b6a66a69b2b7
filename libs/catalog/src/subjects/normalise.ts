import { composed, hasManyMarks } from '@ndx/contracts';
import { isVisible } from '../fields/visible-text.js';
import { isShortenedNumber } from '../fields/spreadsheet.js';
import { LEGAL_FORMS } from './legal-forms.js';

/**
 * Values are normalised before they are compared or stored (design 5). Each function returns
 * undefined for unusable values, and accepts integers where contract 4.7 has them: `2139` is ZIP
 * `02139`.
 */
type Input = string | number;

/** Nine digits; `12345678` and `"012-34-5678"` are `012345678`. */
export function normaliseSsn(value: Input): string | undefined {
  return nineDigits(value);
}

/**
 * Whether nine digits can be an issued SSN: never area 000, 666 or 900 and above, group 00, serial
 * 0000.
 */
export function isIssuableSsn(digits: string): boolean {
  return !/^(000|666|9)|^.{3}00|0000$/.test(digits);
}

/** Nine digits; `12345678` and `"01-2345678"` are `012345678`. */
export function normaliseEin(value: Input): string | undefined {
  return nineDigits(value);
}

/** Five digits: `2139` is `02139`; of a ZIP+4 (`"02139-4307"`, `21394307`) the first five. */
export function normaliseZip(value: Input): string | undefined {
  const digits = digitsOf(value, /[\s-]/g);
  // No ZIP+4 begins with more than two zeros, so six digits are not a ZIP+4 without its zeros.
  if (digits === undefined || digits.length === 6 || digits.length > 9) return undefined;
  const zip = digits.padStart(digits.length <= 5 ? 5 : 9, '0').slice(0, 5);
  return zip === '00000' ? undefined : zip;
}

/** E.164 digits without the plus; ten digits without a plus are a US number and get a leading 1. */
export function normalisePhone(value: Input): string | undefined {
  const text = textOf(value);
  const digits = digitsOf(text.replace(/^\+/, ''), /[\s().\-/]/g);
  if (digits === undefined || digits.length < 7 || digits.length > 15) return undefined;
  if (digits.length === 10 && !text.startsWith('+')) return `1${digits}`;
  return digits.startsWith('0') ? undefined : digits;
}

/** Trimmed, lower case; undefined unless it has one `@` between two parts. */
export function normaliseEmail(value: string): string | undefined {
  // Composed last: a letter in lower case can have a mark more.
  const email = composed(value.trim().toLowerCase());
  return /^[^\s@]+@[^\s@]+$/.test(email) && email.length <= 254 ? email : undefined;
}

/**
 * Trimmed, white space collapsed to single spaces, NFC; case is unchanged. A name with invisible
 * characters is unusable.
 */
export function normaliseName(value: string): string | undefined {
  const name = composed(value).trim().replace(/\s+/g, ' ');
  return name !== '' && isVisible(name) ? name : undefined;
}

/** Letters that do not decompose into a base letter and a mark. */
const BASE_LETTERS: Readonly<Record<string, string>> = {
  Æ: 'AE',
  Ð: 'D',
  Đ: 'D',
  Ł: 'L',
  Ø: 'O',
  Œ: 'OE',
  Þ: 'TH',
};

/**
 * The form for comparing legal names of businesses: without case, diacritics, punctuation, white
 * space and the legal forms at either end, so that `The Café Co., L.L.C.` is `thecafe`. Undefined
 * when no letter or digit is left, or the marks of a letter are too many to compare.
 */
export function comparableLegalName(value: string): string | undefined {
  const plain = composed(value, 'NFKD');
  if (hasManyMarks(plain)) return undefined;
  const words = composed(plain.replace(/\p{Diacritic}/gu, ''))
    // Lower case first: a capital sharp s has no other upper case.
    .toLowerCase()
    .toUpperCase()
    .replace(/[ÆÐĐŁØŒÞ]/g, (letter) => BASE_LETTERS[letter] ?? letter)
    .replace(/[.'’`]/g, '')
    .split(/[^\p{L}\p{N}\p{M}]+/u)
    .filter((word) => word !== '');
  // Composed again: without a separator a mark follows the marks of the word before it.
  const name = composed(withoutLegalForms(words).join('').toLowerCase(), 'NFKD');
  return name === '' || hasManyMarks(name) ? undefined : composed(name);
}

const LONGEST_FORM = Math.max(...[...LEGAL_FORMS].map((form) => form.split(' ').length));

/** Those at the end, then those at the start. One word stays: a business may be named like a form. */
function withoutLegalForms(words: readonly string[]): readonly string[] {
  const isForm = (part: readonly string[]) => LEGAL_FORMS.has(part.join(' '));
  const most = Math.min(words.length - 1, LONGEST_FORM);
  const counts = Array.from({ length: most }, (_, index) => most - index);
  const atEnd = counts.find((count) => isForm(words.slice(-count)));
  if (atEnd !== undefined) return withoutLegalForms(words.slice(0, -atEnd));
  const atStart = counts.find((count) => isForm(words.slice(0, count)));
  return atStart === undefined ? words : withoutLegalForms(words.slice(atStart));
}

export const REGISTRATION_RULE =
  'must be a string or an integer that holds a registration identifier, not a number that a spreadsheet shortened (1.23E+07)';

/**
 * The form for comparing registration identifiers: upper case, without the separators that
 * registries print (spaces, dashes, dots, slashes), and without leading zeros when all digits,
 * because the contract types the identifier as an integer: `"0123-456"` and `123456` are equal.
 * Undefined for a number that a spreadsheet shortened.
 */
export function normaliseRegistrationIdentifier(value: Input): string | undefined {
  if (typeof value === 'string' && isShortenedNumber(value)) return undefined;
  // Composed again: without a separator a mark can follow a letter.
  const compact = composed(
    composed(textOf(value))
      .toUpperCase()
      .replace(/[\s\-\u2010-\u2015./]/g, ''),
  );
  // Its separators can hide a shortened number.
  if (isShortenedNumber(compact)) return undefined;
  return (/^\d+$/.test(compact) ? compact.replace(/^0+(?=\d)/, '') : compact) || undefined;
}

/**
 * Restores the leading zeros of an integer. Fewer than seven digits are never an SSN or EIN
 * (neither begins with three zeros): in particular the last four digits must not match as a whole
 * number.
 */
function nineDigits(value: Input): string | undefined {
  const digits = digitsOf(value, /[\s-]/g);
  if (digits === undefined || digits.length < 7 || digits.length > 9) return undefined;
  return /^0+$/.test(digits) ? undefined : digits.padStart(9, '0');
}

function digitsOf(value: Input, separators: RegExp): string | undefined {
  const digits = textOf(value).replace(separators, '');
  return /^\d+$/.test(digits) ? digits : undefined;
}

/** A number with a fraction becomes a text without digits. */
function textOf(value: Input): string {
  if (typeof value === 'string') return value.trim();
  return Number.isSafeInteger(value) && value >= 0 ? String(value) : '';
}
