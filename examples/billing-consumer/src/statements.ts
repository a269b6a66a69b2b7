import { textOf } from './amount.js';
import { BillingError } from './billing-error.js';
import type { Prices } from './prices.js';
import { periodOf, type QueryEvent } from './query-event.js';

/** What an institution is charged for a month. Amounts are decimals as text. */
export interface Statement {
  readonly institution_id: string;
  readonly period: string;
  readonly currency: string;
  /** Every query of the period, billed or not. */
  readonly queries: number;
  readonly lines: readonly StatementLine[];
  readonly not_billed: readonly Quantity[];
  readonly total: string;
}

export interface Quantity {
  readonly product: string;
  readonly outcome: string;
  readonly quantity: number;
}

export interface StatementLine extends Quantity {
  readonly unit_price: string;
  readonly amount: string;
}

/**
 * The statements of a period, one for each institution that asked anything, by institution.
 * @throws BillingError that names every product and outcome without a price
 */
export function statementsOf(
  events: readonly QueryEvent[],
  period: string,
  prices: Prices,
): readonly Statement[] {
  const ofPeriod = events.filter((event) => periodOf(event) === period);
  requirePrices(ofPeriod, prices);
  const institutions = [...new Set(ofPeriod.map((event) => event.querying_entity_id))].sort();
  return institutions.map((institution) =>
    statementOf(
      institution,
      period,
      ofPeriod.filter((event) => event.querying_entity_id === institution),
      prices,
    ),
  );
}

function statementOf(
  institution_id: string,
  period: string,
  events: readonly QueryEvent[],
  prices: Prices,
): Statement {
  const billed = quantitiesOf(events.filter(({ billable }) => billable)).map((quantity) => {
    const unit = prices.priceOf(quantity.product, quantity.outcome) ?? 0n;
    return { quantity, unit, amount: unit * BigInt(quantity.quantity) };
  });
  return {
    institution_id,
    period,
    currency: prices.currency,
    queries: events.length,
    lines: billed.map(({ quantity, unit, amount }) => ({
      ...quantity,
      unit_price: textOf(unit),
      amount: textOf(amount),
    })),
    not_billed: quantitiesOf(events.filter(({ billable }) => !billable)),
    total: textOf(billed.reduce((sum, { amount }) => sum + amount, 0n)),
  };
}

function quantitiesOf(events: readonly QueryEvent[]): readonly Quantity[] {
  const counts = new Map<string, Quantity>();
  for (const { product_slug: product, outcome } of events) {
    const key = `${product}/${outcome}`;
    const quantity = (counts.get(key)?.quantity ?? 0) + 1;
    counts.set(key, { product, outcome, quantity });
  }
  return [...counts].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, quantity]) => quantity);
}

function requirePrices(events: readonly QueryEvent[], prices: Prices): void {
  const missing = quantitiesOf(events.filter(({ billable }) => billable)).filter(
    ({ product, outcome }) => prices.priceOf(product, outcome) === undefined,
  );
  if (missing.length === 0) return;
  const names = missing.map(
    ({ product, outcome, quantity }) => `  ${product}/${outcome} (${quantity} to bill)`,
  );
  throw new BillingError(`There is no price for:\n${names.join('\n')}`);
}
