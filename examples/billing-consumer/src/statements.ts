import { textOf } from './amount.js';
import { BillingError } from './billing-error.js';
import type { Prices } from './prices.js';
import { Quantities, type Quantity } from './quantities.js';
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

export interface StatementLine extends Quantity {
  readonly unit_price: string;
  readonly amount: string;
}

/**
 * The statements of a period, one for each institution that asked anything, by institution.
 * @throws BillingError that names every product and outcome without a price
 */
export function statementsOf(
  events: Iterable<QueryEvent>,
  period: string,
  prices: Prices,
): readonly Statement[] {
  const asked = askedIn(events, period);
  requirePrices(asked, prices);
  return [...asked]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([institution, quantities]) => statementOf(institution, period, quantities, prices));
}

/** What an institution asked for. */
interface Asked {
  readonly billed: Quantities;
  readonly notBilled: Quantities;
}

function askedIn(events: Iterable<QueryEvent>, period: string): ReadonlyMap<string, Asked> {
  const asked = new Map<string, Asked>();
  for (const event of events) {
    if (periodOf(event) !== period) continue;
    const own = asked.get(event.querying_entity_id) ?? {
      billed: new Quantities(),
      notBilled: new Quantities(),
    };
    asked.set(event.querying_entity_id, own);
    const { product_slug: product, outcome } = event;
    (event.billable ? own.billed : own.notBilled).add({ product, outcome, quantity: 1 });
  }
  return asked;
}

function statementOf(
  institution_id: string,
  period: string,
  { billed, notBilled }: Asked,
  prices: Prices,
): Statement {
  const priced = billed.inOrder().map((quantity) => {
    const unit = prices.priceOf(quantity.product, quantity.outcome) ?? 0n;
    return { quantity, unit, amount: unit * BigInt(quantity.quantity) };
  });
  return {
    institution_id,
    period,
    currency: prices.currency,
    queries: billed.total() + notBilled.total(),
    lines: priced.map(({ quantity, unit, amount }) => ({
      ...quantity,
      unit_price: textOf(unit),
      amount: textOf(amount),
    })),
    not_billed: notBilled.inOrder(),
    total: textOf(priced.reduce((sum, { amount }) => sum + amount, 0n)),
  };
}

function requirePrices(asked: ReadonlyMap<string, Asked>, prices: Prices): void {
  const toBill = new Quantities();
  for (const { billed } of asked.values())
    for (const quantity of billed.inOrder()) toBill.add(quantity);
  const missing = toBill
    .inOrder()
    .filter(({ product, outcome }) => prices.priceOf(product, outcome) === undefined);
  if (missing.length === 0) return;
  const names = missing.map(
    ({ product, outcome, quantity }) => `  ${product}/${outcome} (${quantity} to bill)`,
  );
  throw new BillingError(`There is no price for:\n${names.join('\n')}`);
}
