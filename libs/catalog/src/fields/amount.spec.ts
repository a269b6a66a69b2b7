import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { decimalOf, isAmount, sumOfDecimals } from './amount.js';

const cents = fc.bigInt({ min: -(10n ** 15n) + 1n, max: 10n ** 15n - 1n });
const textOf = (amount: bigint) => {
  const digits = String(amount < 0n ? -amount : amount).padStart(3, '0');
  return `${amount < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
};

test('an amount of up to two decimals comes back with the digits that were sent', () => {
  fc.assert(
    fc.property(cents, (amount) => {
      const parsed: unknown = JSON.parse(textOf(amount));
      expect(typeof parsed === 'number' && isAmount(parsed)).toBe(true);
      expect(decimalOf(Number(parsed))).toBe(textOf(amount));
    }),
  );
});

test('a third decimal is refused', () => {
  fc.assert(
    fc.property(cents, fc.integer({ min: 1, max: 9 }), (amount, digit) => {
      fc.pre(amount > -(10n ** 14n) && amount < 10n ** 14n);
      expect(isAmount(Number(`${textOf(amount)}${digit}`))).toBe(false);
    }),
  );
});

test.each([1e13, -1e13, 1e300, Number.NaN, Number.POSITIVE_INFINITY, 1e-7])(
  '%d is no amount',
  (value) => expect(isAmount(value)).toBe(false),
);

test('negative zero is zero', () => {
  expect(decimalOf(-0)).toBe('0.00');
});

test('a sum of amounts is exact', () => {
  fc.assert(
    fc.property(fc.array(cents), (amounts) => {
      const total = amounts.reduce((sum, amount) => sum + amount, 0n);
      expect(sumOfDecimals(amounts.map(textOf))).toBe(textOf(total));
    }),
  );
});
