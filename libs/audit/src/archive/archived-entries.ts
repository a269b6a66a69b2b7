import type { AuditEntry, ArchivedPart } from '../log/entry.js';
import { entriesOfPart, numberOfSubject, partOf, partsWhere } from './archived-part.js';
import type { AuditSource, Database } from './audit-source.js';

/** An archived entry with the hash of its predecessor. */
export interface LinkedEntry {
  readonly entry: AuditEntry;
  readonly hashBefore: string;
}

/**
 * An entry of a chain; undefined when it is not archived.
 * @throws ArchiveFault
 */
export async function archivedEntry(
  source: AuditSource<Database>,
  chain: string,
  seq: number,
): Promise<AuditEntry | undefined> {
  const part = await partOf(source.database, chain, seq);
  return part && (await entriesOfPart(source, part)).find((entry) => entry.seq === seq);
}

/**
 * The archived entries about a subject in every chain.
 * @throws ArchiveFault
 */
export async function archivedEntriesAbout(
  source: AuditSource<Database>,
  subject: string,
): Promise<LinkedEntry[]> {
  const parts = await partsWhere(
    source.database,
    'subjects @> array[$1::integer] order by chain, last_seq',
    [numberOfSubject(subject)],
  );
  const entries: LinkedEntry[] = [];
  for (const part of parts) entries.push(...(await linkedEntriesOf(source, part)));
  return entries.filter(({ entry }) => entry.subject === subject);
}

/**
 * The archived entries of a chain before a number and from another on, newest first.
 * @throws ArchiveFault
 */
export async function* archivedEntriesBefore(
  source: AuditSource<Database>,
  {
    chain,
    before,
    from,
  }: { readonly chain: string; readonly before: number; readonly from: number },
): AsyncGenerator<LinkedEntry> {
  const parts = await partsWhere(
    source.database,
    'chain = $1 and last_seq >= $2 and first_seq < $3 order by last_seq desc',
    [chain, from, before],
  );
  for (const part of parts) {
    const entries = await linkedEntriesOf(source, part);
    yield* entries.filter(({ entry: { seq } }) => seq < before && seq >= from).reverse();
  }
}

async function linkedEntriesOf(
  source: AuditSource<Database>,
  part: ArchivedPart,
): Promise<LinkedEntry[]> {
  const entries = await entriesOfPart(source, part);
  return entries.map((entry, index) => ({
    entry,
    hashBefore: entries[index - 1]?.hash ?? part.previousHash,
  }));
}
