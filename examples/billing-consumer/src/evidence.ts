import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type pg from 'pg';
import { getFrom } from './feed.js';
import { objectAt } from './json.js';
import type { StatementLine } from './statements.js';
import type { Window } from './window.js';

/** The path of a query event's evidence in the exchange. */
const pathOf = (queryEventId: string) => `/v1/query-events/${queryEventId}/evidence`;

const EVENTS = `
  SELECT query_event_id, event->>'occurred_at' AS occurred_at FROM query_event
  WHERE occurred_at >= $1 AND occurred_at < $2 AND event->>'querying_entity_id' = $3
    AND event->>'product_slug' = $4 AND event->>'outcome' = $5
    AND (event->>'billable')::boolean
  ORDER BY occurred_at, query_event_id`;

/**
 * Writes where the evidence of each query of a statement line is, one query a line (NDJSON):
 * `<folder>/<period>/<institution>/<product>-<outcome>.ndjson`. Returns the path.
 */
export async function writeEvidence(
  ledger: pg.Client,
  folder: string,
  { from, to, month }: Window & { readonly month: string },
  institution: string,
  { product, outcome }: StatementLine,
): Promise<string> {
  const { rows } = await ledger.query<{ query_event_id: string; occurred_at: string }>(EVENTS, [
    ...[from, to, institution, product, outcome],
  ]);
  const path = join(folder, month, institution, `${product}-${outcome}.ndjson`);
  const lines = rows.map((row) => JSON.stringify({ ...row, evidence: pathOf(row.query_event_id) }));
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(`${path}.unfinished`, lines.map((line) => `${line}\n`).join(''));
  renameSync(`${path}.unfinished`, path);
  return path;
}

/** The evidence of a disputed query event, as one line. @throws BillingError */
export async function evidenceOf(url: string, token: string, queryEventId: string) {
  const page = new URL(pathOf(queryEventId), url);
  const answer = await getFrom(page, token, { unknown: 404 });
  if (answer === undefined) return `  the exchange has no such query event (${page.href})`;
  const { query_event, audit_entries } = objectAt(answer);
  const { outcome, billable } = objectAt(query_event);
  const entries = Array.isArray(audit_entries) ? audit_entries.map(objectAt) : [];
  const intact = entries.filter(({ is_intact }) => is_intact === true).length;
  return `  evidence: ${String(outcome)}, billable ${String(billable)}, ${intact} of ${entries.length} audit entries intact (${page.href})`;
}
