import type { AuditEntry } from '../log/entry.js';
import { entriesOfPart, numberOfSubject, partsWhere } from './archived-part.js';
import type { AuditSource, Database } from './audit-source.js';

/**
 * The archived entries about a subject in every log.
 * @throws ArchiveFault
 */
export async function archivedEntriesAbout(
  source: AuditSource<Database>,
  subject: string,
): Promise<AuditEntry[]> {
  const parts = await partsWhere(
    source.database,
    'subjects @> array[$1::integer] order by network, last_seq',
    [numberOfSubject(subject)],
  );
  const entries: AuditEntry[] = [];
  for (const part of parts) entries.push(...(await entriesOfPart(source, part)));
  return entries.filter((entry) => entry.subject === subject);
}

interface Extent {
  readonly network: string;
  readonly before: number;
  readonly from: number;
}

/**
 * The archived entries of a log before a number and from another on, newest first.
 * @throws ArchiveFault
 */
export async function* archivedEntriesBefore(
  source: AuditSource<Database>,
  { network, before, from }: Extent,
): AsyncGenerator<AuditEntry> {
  const parts = await partsWhere(
    source.database,
    'network = $1 and last_seq >= $2 and first_seq < $3 order by last_seq desc',
    [network, from, before],
  );
  for (const part of parts) {
    const entries = await entriesOfPart(source, part);
    yield* entries.filter(({ seq }) => seq < before && seq >= from).reverse();
  }
}
