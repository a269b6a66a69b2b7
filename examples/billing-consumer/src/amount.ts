import { BillingError } from './billing-error.js';

/** An amount of money in millionths of the currency's unit: exact, and never a float. */
export type Amount = bigint;

const DIGITS = 6;
const DECIMAL = /^(\d{1,15})(?:\.(\d{1,6}))?$/;

/** Reads `4.50`. @throws BillingError for what is no decimal of at most six places */
export function amountOf(text: string): Amount {
  const [, whole, fraction = ''] = DECIMAL.exec(text) ?? [];
  if (whole === undefined)
    throw new BillingError(`${JSON.stringify(text)} is no decimal of at most ${DIGITS} places`);
  return BigInt(whole + fraction.padEnd(DIGITS, '0'));
}

/** Writes it in full, with two places at least: `4.50`, `0.0025`. */
export function textOf(amount: Amount): string {
  const digits = String(amount).padStart(DIGITS + 1, '0');
  const fraction = digits.slice(-DIGITS).replace(/0+$/, '').padEnd(2, '0');
  return `${digits.slice(0, -DIGITS)}.${fraction}`;
}
