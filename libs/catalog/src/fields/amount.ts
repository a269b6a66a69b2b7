/**
 * Amounts of money. `JSON.parse` has made a double of what was furnished, so the digits survive
 * only where every amount has a double of its own: at most two decimals, below 10^13. There the
 * number of cents is an integer below 2^53 and gives the very digits back; anything else is refused
 * when it is furnished. (Above 10^12 a third decimal may be too small to be seen, and is dropped.)
 */
const LIMIT = 1e13;

export function isAmount(value: number): boolean {
  return Math.abs(value) < LIMIT && centsOf(value) / 100 === value;
}

/** An amount as a decimal string with two decimals, exact: `1234.5` is `"1234.50"`. */
export function decimalOf(value: number): string {
  return formatCents(BigInt(centsOf(value)));
}

/** The exact sum of decimal strings with two decimals each. */
export function sumOfDecimals(decimals: readonly string[]): string {
  return formatCents(decimals.reduce((sum, decimal) => sum + BigInt(decimal.replace('.', '')), 0n));
}

/** The nearest whole number of cents; never negative zero. */
function centsOf(value: number): number {
  return Math.round(value * 100) + 0;
}

function formatCents(cents: bigint): string {
  const digits = String(cents < 0n ? -cents : cents).padStart(3, '0');
  return `${cents < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}
