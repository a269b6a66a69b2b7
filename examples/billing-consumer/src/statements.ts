import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import type pg from 'pg';
import { BillingError } from './billing-error.js';
import { readJson } from './json.js';
import type { Window } from './window.js';

interface Prices {
  readonly currency: string;
  /** `product/outcome` to a decimal as text, because a JavaScript number is not exact. */
  readonly prices: Readonly<Record<string, string>>;
}

const isPrices = new Ajv().compile<Prices>({
  type: 'object',
  required: ['currency', 'prices'],
  properties: {
    currency: { type: 'string' },
    prices: {
      type: 'object',
      additionalProperties: { type: 'string', pattern: '^\\d{1,15}(\\.\\d{1,6})?$' },
    },
  },
});

/** @throws BillingError with the error in the file */
export function readPrices(file: string): Prices {
  const prices = readJson(file);
  if (isPrices(prices)) return prices;
  const fault = isPrices.errors?.[0];
  throw new BillingError(`${file}${fault?.instancePath ?? ''}: ${fault?.message ?? ''}`);
}

export interface StatementLine {
  readonly product: string;
  readonly outcome: string;
  readonly quantity: number;
  readonly amount: string;
}

/** Amounts are decimals as text, calculated by Postgres without rounding. */
export interface Statement {
  readonly institution_id: string;
  readonly period: string;
  readonly currency: string;
  readonly queries: number;
  readonly lines: readonly StatementLine[];
  readonly not_billed: readonly object[];
  readonly total: string;
}

const STATEMENTS = `
  WITH line AS (
    SELECT event->>'querying_entity_id' AS institution, event->>'product_slug' AS product,
      event->>'outcome' AS outcome, (event->>'billable')::boolean AS billable, count(*) AS quantity,
      ($3::jsonb->>format('%s/%s', event->>'product_slug', event->>'outcome'))::numeric AS unit_price
    FROM query_event WHERE occurred_at >= $1 AND occurred_at < $2 GROUP BY 1, 2, 3, 4, 6
  )
  SELECT institution AS institution_id, sum(quantity)::int AS queries,
    coalesce(json_agg(json_build_object('product', product, 'outcome', outcome, 'quantity', quantity,
      'unit_price', unit_price::text, 'amount', (quantity * unit_price)::text)
      ORDER BY product, outcome) FILTER (WHERE billable), '[]') AS lines,
    coalesce(json_agg(json_build_object('product', product, 'outcome', outcome, 'quantity', quantity)
      ORDER BY product, outcome) FILTER (WHERE NOT billable), '[]') AS not_billed,
    coalesce(sum(quantity * unit_price) FILTER (WHERE billable), 0.00)::text AS total,
    array_agg(format('%s/%s (%s to bill)', product, outcome, quantity))
      FILTER (WHERE billable AND unit_price IS NULL) AS unpriced
  FROM line GROUP BY 1 ORDER BY 1`;

/** The statements of a month, one for each institution with queries. @throws BillingError */
export async function statementsOf(
  ledger: pg.Client,
  { month, from, to }: Window & { readonly month: string },
  { currency, prices }: Prices,
): Promise<readonly Statement[]> {
  const { rows } = await ledger.query<Statement & { unpriced: string[] | null }>(STATEMENTS, [
    ...[from, to, prices],
  ]);
  const missing = rows.flatMap(({ unpriced, institution_id }) =>
    (unpriced ?? []).map((line) => `  ${line}, institution ${institution_id}`),
  );
  if (missing.length > 0) throw new BillingError(`There is no price for:\n${missing.join('\n')}`);
  return rows.map(({ institution_id, queries, lines, not_billed, total }) => ({
    ...{ institution_id, period: month, currency, queries, lines, not_billed, total },
  }));
}

/** Writes each `<folder>/<period>/<institution>.json` atomically; returns the paths. */
export function writeStatements(folder: string, statements: readonly Statement[]): string[] {
  return statements.map((statement) => {
    const path = join(folder, statement.period, `${statement.institution_id}.json`);
    mkdirSync(join(folder, statement.period), { recursive: true });
    writeFileSync(`${path}.unfinished`, `${JSON.stringify(statement, null, 2)}\n`);
    renameSync(`${path}.unfinished`, path);
    return path;
  });
}
