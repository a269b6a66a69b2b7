import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { readPrices } from './prices.js';
import { temporaryFolder } from './testing/temporary-folder.js';

function fileWith(content: unknown): string {
  const file = join(temporaryFolder('prices'), 'prices.json');
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
  return file;
}

const price = (change: object = {}) => ({
  product: 'kyb_certificate',
  outcome: 'issued',
  unit_price: '4.50',
  ...change,
});

test('a price is told by product and outcome, and there is none by omission', () => {
  const prices = readPrices(fileWith({ currency: 'EUR', prices: [price()] }));
  expect(prices.currency).toBe('EUR');
  expect(prices.priceOf('kyb_certificate', 'issued')).toBe(4_500_000n);
  expect(prices.priceOf('kyb_certificate', 'no_result')).toBeUndefined();
});

test('the prices that come with the example can be read', () => {
  expect(readPrices('prices.json').priceOf('kyb_certificate', 'no_result')).toBe(250_000n);
});

test.each([
  ['a number', { currency: 'EUR', prices: [price({ unit_price: 4.5 })] }, 'must be a text'],
  ['no product', { currency: 'EUR', prices: [price({ product: undefined })] }, 'price 1 must name'],
  ['two prices', { currency: 'EUR', prices: [price(), price()] }, 'price 2 is the second one'],
  ['no amount', { currency: 'EUR', prices: [price({ unit_price: '-1' })] }, '"-1" is no decimal'],
  ['no currency', { prices: [] }, 'must have a "currency"'],
  ['no JSON', '{', 'cannot be read'],
])('a file with %s is refused', (_, content, said) => {
  expect(() => readPrices(fileWith(content))).toThrow(said);
});

test('a file that is not there is refused by its name', () => {
  expect(() => readPrices('nowhere/prices.json')).toThrow('nowhere/prices.json cannot be read');
});
