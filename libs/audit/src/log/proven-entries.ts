import { operationFailed } from '@ndx/contracts';
import { archivedEntriesAbout, type LinkedEntry } from '../archive/archived-entries.js';
import { ArchiveFault, partsWhere } from '../archive/archived-part.js';
import type { AuditSource, Database } from '../archive/audit-source.js';
import type { AuditSeal } from './audit-seal.js';
import type { AuditEntry } from './entry.js';
import { ENTRY_COLUMNS, fromRow, type EntryRow } from './entry-row.js';

/** An entry with the result of its verification. */
export interface ProvenEntry extends AuditEntry {
  /** Whether its hash is of its content, and it continues the entry before it. */
  readonly isIntact: boolean;
}

/** Entries, each with the hash of its predecessor; a condition follows. */
export const READ_WITH_PREDECESSOR = `
select ${ENTRY_COLUMNS}, (select before.hash from audit_entry before
  where before.chain = entry.chain and before.seq = entry.seq - 1) as hash_before
from audit_entry entry`;

export type LinkedRow = EntryRow & { readonly hash_before: string | null };

/**
 * The entries about one aggregate so far, archived or not, oldest first, each verified with its
 * predecessor. For a service with an index on `subject`.
 * @throws OPERATION_FAILED when an archived entry cannot be read
 */
export async function provenEntriesOf(
  source: AuditSource<Database>,
  subject: string,
): Promise<ProvenEntry[]> {
  const rows = await source.database.query<LinkedRow[]>(
    `${READ_WITH_PREDECESSOR} where subject = $1 order by chain, seq`,
    [subject],
  );
  const stored = await provenRows(source, rows);
  const archived = await readable(archivedEntriesAbout(source, subject));
  return inOrder([...archived.map((linked) => proven(linked, source.seal)), ...stored]);
}

/** Verifies each row of `READ_WITH_PREDECESSOR`; the predecessor of a cut is archived. */
export async function provenRows(
  { database, seal }: AuditSource<Database>,
  rows: readonly LinkedRow[],
): Promise<ProvenEntry[]> {
  const entries: ProvenEntry[] = [];
  for (const row of rows) {
    const entry = fromRow(row);
    const hashBefore = row.hash_before ?? (await hashOfCut(database, seal, entry));
    entries.push(proven({ entry, hashBefore }, seal));
  }
  return entries;
}

/** Empty unless the entry is the first one after a cut that the service signed. */
async function hashOfCut(
  database: Database,
  seal: AuditSeal,
  { chain, seq }: AuditEntry,
): Promise<string> {
  if (seq === 1) return '';
  const [part] = await partsWhere(database, 'chain = $1 and last_seq = $2', [chain, seq - 1]);
  return part && seal.isPart(part) ? part.hash : '';
}

export function proven({ entry, hashBefore }: LinkedEntry, seal: AuditSeal): ProvenEntry {
  const continues = entry.previousHash === hashBefore;
  return { ...entry, isIntact: continues && entry.hash === seal.ofEntry(entry) };
}

/**
 * The result of a read of archived entries.
 * @throws OPERATION_FAILED
 */
export async function readable<T>(read: Promise<T>): Promise<T> {
  try {
    return await read;
  } catch (error) {
    if (!(error instanceof ArchiveFault)) throw error;
    throw operationFailed(
      'archive_unreadable',
      'audit entries are archived, and their archive cannot be read',
      error,
    );
  }
}

/** Each entry once: one can be archived between the two reads. */
function inOrder(entries: readonly ProvenEntry[]): ProvenEntry[] {
  const unique = new Map(entries.map((entry) => [`${entry.chain} ${entry.seq}`, entry]));
  return [...unique.values()].sort(
    (one, two) => compare(one.chain, two.chain) || one.seq - two.seq,
  );
}

function compare(one: string, two: string): number {
  return Number(one > two) - Number(one < two);
}
