import { columnsOf, namesOf, rowsOfParameters, type TextColumn } from '@ndx/postgres';
import type { AuditEntry, ChainHead } from './entry.js';

/** The columns of `audit_entry`, with their types. */
const COLUMNS = {
  chain: 'uuid',
  seq: 'bigint',
  event_id: 'uuid',
  type: 'text',
  subject: 'text',
  account_id: 'uuid',
  request_id: 'text',
  occurred_at: 'text',
  data: 'text',
  previous_hash: 'text',
  hash: 'text',
} as const;

export type EntryRow = Readonly<
  Record<Exclude<keyof typeof COLUMNS, 'account_id' | 'request_id'>, string>
> & { readonly account_id: string | null; readonly request_id: string | null };

export const ENTRY_COLUMNS = namesOf(COLUMNS);

export const INSERT_ENTRIES = `
insert into audit_entry (${ENTRY_COLUMNS})
${rowsOfParameters(COLUMNS)}`;

/** The parameters of `INSERT_ENTRIES`: one array for each column. */
export function entryColumns(entries: readonly AuditEntry[]): TextColumn[] {
  const names = Object.keys(COLUMNS) as (keyof EntryRow)[];
  return columnsOf(entries.map(toRow).map((row) => names.map((name) => row[name])));
}

function toRow(entry: AuditEntry): EntryRow {
  return {
    chain: entry.chain,
    seq: String(entry.seq),
    event_id: entry.eventId,
    type: entry.type,
    subject: entry.subject,
    account_id: entry.accountId,
    request_id: entry.requestId,
    occurred_at: entry.occurredAt,
    data: entry.data,
    previous_hash: entry.previousHash,
    hash: entry.hash,
  };
}

export function fromRow(row: EntryRow): AuditEntry {
  return {
    chain: row.chain,
    seq: Number(row.seq),
    eventId: row.event_id,
    type: row.type,
    subject: row.subject,
    accountId: row.account_id,
    requestId: row.request_id,
    occurredAt: row.occurred_at,
    data: row.data,
    previousHash: row.previous_hash,
    hash: row.hash,
  };
}

/** A row of `audit_head`; the driver returns a bigint as text. */
export type HeadRow = Readonly<Record<'chain' | 'seq' | 'hash' | 'mac', string>>;

export function fromHeadRow(row: HeadRow): ChainHead {
  return { ...row, seq: Number(row.seq) };
}
