import pg from 'pg';
import { BillingError } from './billing-error.js';
import type { QueryEvent } from './query-event.js';

/** One row for each query event; a message that cannot be billed is kept with the reason. */
const SCHEMA = `
  SELECT pg_advisory_xact_lock(hashtext('billing ledger'));
  CREATE TABLE IF NOT EXISTS query_event (
    query_event_id uuid PRIMARY KEY,
    occurred_at timestamptz NOT NULL,
    event jsonb NOT NULL
  );
  CREATE INDEX IF NOT EXISTS query_event_time ON query_event (occurred_at);
  CREATE TABLE IF NOT EXISTS rejected_message (
    message_hash text PRIMARY KEY,
    query_event_id text,
    reason text NOT NULL,
    headers jsonb NOT NULL,
    value text
  );`;

export interface Rejected {
  readonly messageHash: string;
  readonly queryEventId: string | undefined;
  readonly reason: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly value: string | null;
}

/** Opens the ledger for one command. @throws BillingError when the database fails */
export async function withLedger<T>(url: string, use: (ledger: pg.Client) => Promise<T>) {
  const ledger = new pg.Client({ connectionString: url });
  try {
    await ledger.connect();
    await ledger.query(SCHEMA);
    return await use(ledger);
  } catch (error) {
    if (!isOfDatabase(error)) throw error;
    throw new BillingError(`The ledger's database failed: ${error.message}`, { cause: error });
  } finally {
    await ledger.end();
  }
}

/** Stores an event once. `conflict`: the ledger has the same id with different contents. */
export async function enterEvent(
  ledger: pg.Client,
  event: QueryEvent,
): Promise<'counted' | 'duplicate' | 'conflict'> {
  const { query_event_id: id, occurred_at } = event;
  const { rowCount } = await ledger.query(
    'INSERT INTO query_event VALUES ($1, $2, $3) ON CONFLICT DO NOTHING',
    [id, occurred_at, event],
  );
  if (rowCount === 1) return 'counted';
  const { rows } = await ledger.query<{ same: boolean }>(
    'SELECT event = $2::jsonb AS same FROM query_event WHERE query_event_id = $1',
    [id, event],
  );
  return rows[0]?.same ? 'duplicate' : 'conflict';
}

/** False when the same message was set aside before. */
export async function enterRejected(ledger: pg.Client, message: Rejected): Promise<boolean> {
  const { messageHash, queryEventId, reason, headers, value } = message;
  const { rowCount } = await ledger.query(
    'INSERT INTO rejected_message VALUES ($1, $2, $3, $4, $5) ON CONFLICT DO NOTHING',
    [messageHash, queryEventId, reason, headers, value],
  );
  return rowCount === 1;
}

function isOfDatabase(error: unknown): error is Error {
  return error instanceof pg.DatabaseError || (error instanceof Error && 'syscall' in error);
}
