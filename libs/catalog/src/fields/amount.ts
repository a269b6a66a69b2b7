/**
 * Amounts of money. `JSON.parse` has converted them to doubles, whose shortest text has the stated
 * digits when there are at most 15: six decimals below 10^9, and two below 10^13. All other amounts
 * are rejected when they are furnished. (Beyond those bounds a decimal may be too small for a
 * double, and is silently dropped.)
 */
const LIMIT = 1e13;
const MOST_DECIMALS = 6;
const MOST_DIGITS = 15;

export function isAmount(value: number): boolean {
  const [, whole, part = ''] = /^-?(\d+)(?:\.(\d+))?$/.exec(String(value)) ?? [];
  return (
    whole !== undefined &&
    Math.abs(value) < LIMIT &&
    part.length <= MOST_DECIMALS &&
    `${whole}${part}`.replace(/^0+/, '').length <= MOST_DIGITS
  );
}

/** An amount as a decimal string, as stated: `12.5` is `"12.5"`; never negative zero. */
export function decimalOf(value: number): string {
  return String(value + 0);
}

/** The exact sum of decimal strings, without trailing zeros. */
export function sumOfDecimals(decimals: readonly string[]): string {
  const scale = Math.max(0, ...decimals.map((decimal) => decimal.split('.')[1]?.length ?? 0));
  const sum = decimals.reduce((total, decimal) => total + unitsOf(decimal, scale), 0n);
  const digits = String(sum < 0n ? -sum : sum).padStart(scale + 1, '0');
  const [whole, part] = [
    digits.slice(0, digits.length - scale),
    digits.slice(digits.length - scale),
  ];
  const kept = part.replace(/(?<!0)0+$/, '');
  return `${sum < 0n ? '-' : ''}${whole}${kept === '' ? '' : `.${kept}`}`;
}

/** A decimal as an integer in units of 10^-scale. */
function unitsOf(decimal: string, scale: number): bigint {
  const [whole = '', part = ''] = decimal.split('.');
  return BigInt(whole + part.padEnd(scale, '0'));
}
