import { DomainError, describeError } from '@ndx/contracts';
import { canonicalJson } from '@ndx/proof';
import { ArchiveFault } from '../archive/archived-part.js';
import type { AuditSource, Database } from '../archive/audit-source.js';
import { parsed, type AuditEntry } from './entry.js';
import { fromRow, type EntryRow } from './entry-row.js';

export type EntrySource = Pick<AuditSource<Database>, 'database' | 'place' | 'stored'>;

/**
 * The entries of rows, with their data.
 * @throws ArchiveFault when the data of one is archived, and cannot be read
 */
export async function entriesIn(
  source: EntrySource,
  rows: readonly EntryRow[],
): Promise<AuditEntry[]> {
  const { stored } = source;
  const entries = rows.map(fromRow);
  const isStored = ({ type, salt, data }: AuditEntry) =>
    type === stored?.type && salt !== null && data === null;
  const [first, ...others] = entries.filter(isStored);
  if (!stored || !first) return entries;
  const subjects = [first, ...others].map(({ subject }) => subject);
  const found = await stored.dataOf(source, subjects).catch((error: unknown) => {
    if (!(error instanceof DomainError)) throw error;
    throw new ArchiveFault(first.seq, describeError(error), { cause: error });
  });
  return entries.map((entry) =>
    isStored(entry) ? { ...entry, data: canonical(found.get(entry.subject)) } : entry,
  );
}

/** Null for a text that is not JSON, as an altered one. */
function canonical(text: string | undefined): string | null {
  const data = text === undefined ? undefined : parsed(text);
  return data === undefined ? null : canonicalJson(data);
}
