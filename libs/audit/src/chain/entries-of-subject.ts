import type { DataSource } from 'typeorm';
import { fromRow, ENTRY_COLUMNS, type EntryRow } from './entry-row.js';
import type { AuditEntry } from './entry.js';

/** Where an entry stands, for a document that refers to it. */
export type AuditReference = Pick<AuditEntry, 'chain' | 'seq' | 'eventId' | 'type' | 'hash'>;

/**
 * The entries about one aggregate, oldest first: all that are in the log by now. For a service that
 * has an index on `subject`.
 */
export async function auditEntriesOf(
  dataSource: DataSource,
  subject: string,
): Promise<AuditReference[]> {
  const rows = await dataSource.query<EntryRow[]>(
    `select ${ENTRY_COLUMNS} from audit_entry where subject = $1 order by chain, seq`,
    [subject],
  );
  return rows.map(fromRow);
}
