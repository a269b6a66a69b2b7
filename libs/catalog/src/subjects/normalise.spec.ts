import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  comparableLegalName,
  normaliseEin,
  normaliseEmail,
  normaliseName,
  normalisePhone,
  normaliseRegistrationIdentifier,
  normaliseSsn,
  normaliseZip,
} from './normalise.js';

const nineDigits = fc.integer({ min: 1_000_000, max: 999_999_999 });
const anything = fc.oneof(fc.string({ unit: 'binary' }), fc.double(), fc.integer());

describe.each([
  ['SSN', normaliseSsn, (d: string) => `${d.slice(0, 3)}-${d.slice(3, 5)}-${d.slice(5)}`],
  ['EIN', normaliseEin, (d: string) => `${d.slice(0, 2)}-${d.slice(2)}`],
])('%s', (_name, normalise, written) => {
  test('as an integer keeps its zeros and equals the form with dashes', () => {
    fc.assert(
      fc.property(nineDigits, (value) => {
        const digits = String(value).padStart(9, '0');
        expect(normalise(value)).toBe(digits);
        expect(normalise(String(value))).toBe(digits);
        expect(normalise(` ${written(digits)} `)).toBe(digits);
      }),
    );
  });

  test.each(['', '6789', 6789, '12345678901', '12345678x', -12345678, 1234567.5, 0, '000000000'])(
    'is not made of %p',
    (value) => expect(normalise(value)).toBeUndefined(),
  );
});

test('any value is normalised to nine digits or rejected, and normalising again changes nothing', () => {
  fc.assert(
    fc.property(anything, (value) => {
      const digits = normaliseSsn(value);
      if (digits === undefined) return;
      expect(digits).toMatch(/^\d{9}$/);
      expect(normaliseSsn(digits)).toBe(digits);
    }),
  );
});

test.each([
  [2139, '02139'],
  ['02139', '02139'],
  ['02139-4307', '02139'],
  [21394307, '02139'],
  [501, '00501'],
  [94105, '94105'],
])('the ZIP of %p is %s', (value, zip) => expect(normaliseZip(value)).toBe(zip));

test.each([0, '', 'SW1A 1AA', 110001, '0000001', '1234567890', -2139, 21.39])(
  '%p is no ZIP',
  (value) => expect(normaliseZip(value)).toBeUndefined(),
);

test('a ZIP keeps its zeros, as an integer, as text and with four more digits', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 501, max: 99_950 }),
      fc.integer({ min: 0, max: 9999 }),
      (zip, more) => {
        const five = String(zip).padStart(5, '0');
        const nine = `${five}-${String(more).padStart(4, '0')}`;
        expect([zip, five, nine, zip * 10_000 + more].map((value) => normaliseZip(value))).toEqual(
          Array(4).fill(five),
        );
      },
    ),
  );
});

test.each([
  ['(617) 555-0123', '16175550123'],
  [6175550123, '16175550123'],
  [16175550123, '16175550123'],
  ['+1 617 555 0123', '16175550123'],
  ['+49 30 123456', '4930123456'],
])('the phone number of %p is %s', (value, phone) => expect(normalisePhone(value)).toBe(phone));

test.each(['', '12345', 'call me', '+0123456789', '1234567890123456', 617.5])(
  '%p is no phone number',
  (value) => expect(normalisePhone(value)).toBeUndefined(),
);

test('emails are compared without case and surrounding white space', () => {
  fc.assert(
    fc.property(fc.emailAddress(), (email) => {
      expect(normaliseEmail(` ${email.toUpperCase()}\n`)).toBe(normaliseEmail(email));
      expect(normaliseEmail(email)).toBe(email.toLowerCase());
    }),
  );
  expect(['', 'a', 'a@', '@b', 'a b@c'].map(normaliseEmail)).toEqual(Array(5).fill(undefined));
});

test('a name is trimmed, with single spaces and composed characters, and normalising again changes nothing', () => {
  expect(normaliseName('  Zoe\u0301 \n  de  la Cruz ')).toBe('Zoé de la Cruz');
  expect(normaliseName(' \t ')).toBeUndefined();
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const name = normaliseName(text);
      if (name !== undefined) expect(normaliseName(name)).toBe(name);
    }),
  );
});

test.each([
  [
    ['Honest Bakery LLC', 'HONEST BAKERY, L.L.C.', 'honest-bakery', 'Honest  Bakery Inc.'],
    'honestbakery',
  ],
  [['Müller & Söhne GmbH & Co. KG', 'MULLER SOHNE'], 'mullersohne'],
  [['Café São João Ltda.', 'Cafe Sao Joao'], 'cafesaojoao'],
  [["O'Brien Stores Ltd", 'O’BRIEN STORES LIMITED LIABILITY COMPANY'], 'obrienstores'],
  [['Strauß AG', 'STRAUẞ AG', 'STRAUSS A.G.'], 'strauss'],
  [['Ørsted A/S', 'Orsted'], 'orsted'],
  [['AB Volvo', 'Volvo AB (publ)'], 'volvo'],
  [['Piekarnia Sp. z o.o.', 'Piekarnia'], 'piekarnia'],
  [['Limited', 'LIMITED.'], 'limited'],
  [['S A', 'S A Inc', 'S A, Ltd. Co.'], 'sa'],
])('the legal names %j are equal', (names, comparable) => {
  expect(names.map(comparableLegalName)).toEqual(names.map(() => comparable));
});

test('a legal name is compared without case; one without letters is not compared', () => {
  expect(['-', '...', ' '].map(comparableLegalName)).toEqual([undefined, undefined, undefined]);
  fc.assert(
    fc.property(fc.stringMatching(/^[A-Za-z][A-Za-z '-]{0,20}$/), (name) => {
      const one = comparableLegalName(name);
      expect(comparableLegalName(` ${name.toUpperCase()}, Inc. `)).toBe(one);
      expect(one).toMatch(/^[a-z]+$/);
    }),
  );
});

test('a registration identifier is the same for every spelling', () => {
  fc.assert(
    fc.property(fc.nat(), (number) => {
      const one = normaliseRegistrationIdentifier(number);
      expect(normaliseRegistrationIdentifier(`00${number}`)).toBe(one);
      expect(
        normaliseRegistrationIdentifier(` ${String(number).replaceAll(/(?<=.)(?=.)/g, '-')} `),
      ).toBe(one);
    }),
  );
  expect(normaliseRegistrationIdentifier('hrb 12-345/b')).toBe('HRB12345B');
  expect(normaliseRegistrationIdentifier('0c123')).toBe('0C123');
  expect(normaliseRegistrationIdentifier('r.\u0301')).toBe('\u0154');
  expect(normaliseRegistrationIdentifier(' - ')).toBeUndefined();
});
