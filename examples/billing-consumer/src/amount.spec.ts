import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { amountOf, textOf } from './amount.js';
import { BillingError } from './billing-error.js';

test.each([
  ['4.50', '4.50'],
  ['4.5', '4.50'],
  ['0', '0.00'],
  ['0.0025', '0.0025'],
  ['007.10', '7.10'],
  ['999999999999999.999999', '999999999999999.999999'],
])('%s is the amount %s', (text, written) => {
  expect(textOf(amountOf(text))).toBe(written);
});

test.each(['', '-1', '1e3', '1.', '.5', '1,50', '0.0000001', 'free', ' 1'])(
  '"%s" is no amount',
  (text) => {
    expect(() => amountOf(text)).toThrow(BillingError);
  },
);

test('a sum of amounts is exact, however many there are', () => {
  // 0.1 and its like are no floats.
  const cents = fc.array(fc.integer({ min: 0, max: 1_000_000 }), { maxLength: 50 });
  fc.assert(
    fc.property(cents, (numbers) => {
      const sum = numbers
        .map((number) =>
          amountOf(`${Math.trunc(number / 100)}.${String(number % 100).padStart(2, '0')}`),
        )
        .reduce((a, b) => a + b, 0n);
      const total = BigInt(numbers.reduce((a, b) => a + b, 0));
      expect(textOf(sum)).toBe(`${total / 100n}.${String(total % 100n).padStart(2, '0')}`);
    }),
  );
});
