import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { decimalOf, isAmount, sumOfDecimals } from './amount.js';

/** A decimal without trailing zeros, as JSON states it. */
const textOf = (units: bigint, decimals: number) => {
  const digits = String(units < 0n ? -units : units).padStart(decimals + 1, '0');
  const [whole, part] = [
    digits.slice(0, digits.length - decimals),
    digits.slice(digits.length - decimals),
  ];
  const kept = decimals === 0 ? '' : part.replace(/(?<!0)0+$/, '');
  return `${units < 0n ? '-' : ''}${whole}${kept === '' ? '' : `.${kept}`}`;
};

const within = (limit: bigint) => fc.bigInt({ min: -limit + 1n, max: limit - 1n });
const decimals = fc.integer({ min: 0, max: 6 });
/** Amounts with at most 15 digits. */
const stated = decimals.chain((places) =>
  within(10n ** BigInt(Math.min(15, 13 + places))).map((units) => textOf(units, places)),
);

test('an amount of up to six decimals is returned with the stated digits', () => {
  fc.assert(
    fc.property(stated, (text) => {
      const parsed: unknown = JSON.parse(text);
      expect(typeof parsed === 'number' && isAmount(parsed)).toBe(true);
      expect(decimalOf(Number(parsed))).toBe(text);
    }),
  );
});

test('a seventh decimal is rejected', () => {
  fc.assert(
    fc.property(within(10n ** 13n), fc.integer({ min: 1, max: 9 }), (units, digit) => {
      const [whole = '', part = ''] = textOf(units, 6).split('.');
      expect(isAmount(Number(`${whole}.${part.padEnd(6, '0')}${digit}`))).toBe(false);
    }),
  );
});

test.each([1e13, -1e13, 1e300, Number.NaN, Number.POSITIVE_INFINITY, 1e-7, 9_999_999_999_999.992])(
  '%d is no amount',
  (value) => expect(isAmount(value)).toBe(false),
);

test.each([
  [12.5, '12.5'],
  [12, '12'],
  [0.123456, '0.123456'],
  [-0, '0'],
  [0.000001, '0.000001'],
])('%d is %p', (value, text) => {
  expect(isAmount(value)).toBe(true);
  expect(decimalOf(value)).toBe(text);
});

test('a sum of amounts is exact, for any number of decimals', () => {
  const amount = fc.tuple(within(10n ** 19n), decimals);
  fc.assert(
    fc.property(fc.array(amount), (amounts) => {
      const total = amounts.reduce(
        (sum, [units, places]) => sum + units * 10n ** BigInt(6 - places),
        0n,
      );
      const texts = amounts.map(([units, places]) => textOf(units, places));
      expect(sumOfDecimals(texts)).toBe(textOf(total, 6));
    }),
  );
  expect(sumOfDecimals(['1234.50', '-1234.5'])).toBe('0');
});
