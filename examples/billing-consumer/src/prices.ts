import { amountOf, type Amount } from './amount.js';
import { BillingError } from './billing-error.js';
import { objectAt, readJson } from './json.js';

/** What a query of a product costs, by how it ended. */
export interface Prices {
  readonly currency: string;
  /** Undefined where the file does not say; nothing is free by omission. */
  priceOf(product: string, outcome: string): Amount | undefined;
}

/** @throws BillingError that names what is wrong in the file */
export function readPrices(file: string): Prices {
  const { currency, prices } = objectAt(readJson(file));
  if (typeof currency !== 'string' || !Array.isArray(prices))
    throw new BillingError(`${file} must have a "currency" and a list of "prices"`);
  const byKey = new Map<string, Amount>();
  for (const [index, entry] of prices.entries()) {
    const { product, outcome, unit_price } = objectAt(entry);
    const place = `${file}: price ${index + 1}`;
    if (typeof product !== 'string' || typeof outcome !== 'string')
      throw new BillingError(`${place} must name a product and an outcome`);
    if (typeof unit_price !== 'string')
      throw new BillingError(
        `${place}: unit_price must be a text, such as "4.50": a number is not exact`,
      );
    if (byKey.has(keyOf(product, outcome)))
      throw new BillingError(`${place} is the second one for ${product}/${outcome}`);
    byKey.set(keyOf(product, outcome), amountOf(unit_price));
  }
  return { currency, priceOf: (product, outcome) => byKey.get(keyOf(product, outcome)) };
}

function keyOf(product: string, outcome: string): string {
  return `${product}/${outcome}`;
}
