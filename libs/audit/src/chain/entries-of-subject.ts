import type { DataSource } from 'typeorm';
import { fromRow, ENTRY_COLUMNS, type EntryRow } from './entry-row.js';
import type { AuditEntry } from './entry.js';

/** The position of an entry, for a document that refers to it. */
export type AuditReference = Pick<AuditEntry, 'chain' | 'seq' | 'eventId' | 'type' | 'hash'>;

/**
 * The entries about one aggregate so far, oldest first. For a service with an index on `subject`.
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
