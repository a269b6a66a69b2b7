import { columnsOf, namesOf, rowsOfParameters, type TextColumn } from '@ndx/postgres';
import type { AuditEntry } from './entry.js';
import type { StoredEvents } from './stored-events.js';

/** The columns of `audit_entry`, with their types. */
const COLUMNS = {
  network: 'uuid',
  seq: 'bigint',
  event_id: 'uuid',
  type: 'text',
  subject: 'text',
  account_id: 'uuid',
  request_id: 'text',
  occurred_at: 'text',
  salt: 'text',
  data: 'text',
  content: 'text',
  hash: 'text',
} as const;

type Optional = 'account_id' | 'request_id' | 'salt' | 'data';

export type EntryRow = Readonly<Record<Exclude<keyof typeof COLUMNS, Optional>, string>> &
  Readonly<Record<Optional, string | null>>;

export const ENTRY_COLUMNS = namesOf(COLUMNS);

export const INSERT_ENTRIES = `
insert into audit_entry (${ENTRY_COLUMNS})
${rowsOfParameters(COLUMNS)}`;

/**
 * The parameters of `INSERT_ENTRIES`: one array for each column.
 * @param stored the events whose data is stored elsewhere
 */
export function entryColumns(
  entries: readonly AuditEntry[],
  stored?: Pick<StoredEvents, 'type'>,
): TextColumn[] {
  const names = Object.keys(COLUMNS) as (keyof EntryRow)[];
  const rows = entries.map((entry) =>
    toRow(entry.type === stored?.type ? { ...entry, data: null } : entry),
  );
  return columnsOf(rows.map((row) => names.map((name) => row[name])));
}

export function toRow(entry: AuditEntry): EntryRow {
  return {
    network: entry.network,
    seq: String(entry.seq),
    event_id: entry.eventId,
    type: entry.type,
    subject: entry.subject,
    account_id: entry.accountId,
    request_id: entry.requestId,
    occurred_at: entry.occurredAt,
    salt: entry.salt,
    data: entry.data,
    content: entry.content,
    hash: entry.hash,
  };
}

export function fromRow(row: EntryRow): AuditEntry {
  return {
    network: row.network,
    seq: Number(row.seq),
    eventId: row.event_id,
    type: row.type,
    subject: row.subject,
    accountId: row.account_id,
    requestId: row.request_id,
    occurredAt: row.occurred_at,
    salt: row.salt,
    data: row.data,
    content: row.content,
    hash: row.hash,
  };
}
