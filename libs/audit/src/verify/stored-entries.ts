import { entriesOfPart, partsAfter, type ArchivedPart } from '../archive/archived-part.js';
import type { AuditSource, Database } from '../archive/audit-source.js';
import { ENTRY_COLUMNS, type EntryRow } from '../log/entry-row.js';
import type { AuditEntry } from '../log/entry.js';
import { entriesIn, type EntrySource } from '../log/entries-in.js';

/** A page is held in memory, and an entry may be as large as a request. */
const PAGE = 200;

const ENTRIES = `
select ${ENTRY_COLUMNS} from audit_entry
where network = $1 and seq > $2 and seq <= $3 order by seq limit ${PAGE}`;

/** Less than the number of every entry. */
const BEFORE_ALL = '-9223372036854775808';

interface Extent {
  readonly network: string;
  /** 0 for the beginning; then entries with an invalid number come first. */
  readonly after: number;
  readonly through: number;
}

/**
 * The entries of a part of a log, in order; a record in place of archived entries.
 * @throws ArchiveFault when the data of an entry is archived, and cannot be read
 */
export async function* storedEntries(
  source: EntrySource,
  { network, after, through }: Extent,
): AsyncGenerator<AuditEntry | ArchivedPart> {
  const { database } = source;
  let next = after + 1;
  for await (const entry of entriesInDatabase(source, { network, after, through })) {
    // The ones between were archived, also while the log is read.
    if (entry.seq > next)
      yield* partsFrom(database, { network, after: next - 1, through: entry.seq - 1 });
    yield entry;
    next = Math.max(next, entry.seq + 1);
  }
  yield* partsFrom(database, { network, after: next - 1, through });
}

/**
 * The stored entries, as `storedEntries` reads them, and the archived ones.
 * @throws ArchiveFault when they cannot be read
 */
export async function* allEntries(
  source: AuditSource<Database>,
  extent: Extent,
): AsyncGenerator<AuditEntry> {
  let last = extent.after;
  for await (const step of storedEntries(source, extent)) {
    if (!('firstSeq' in step)) {
      yield step;
      last = step.seq;
      continue;
    }
    const archived = await entriesOfPart(source, step);
    yield* archived.filter(({ seq }) => seq > last && seq <= extent.through);
    last = step.lastSeq;
  }
}

async function* entriesInDatabase(
  source: EntrySource,
  { network, after, through }: Extent,
): AsyncGenerator<AuditEntry> {
  let last = after === 0 ? BEFORE_ALL : String(after);
  for (;;) {
    const rows = await source.database.query<EntryRow[]>(ENTRIES, [network, last, through]);
    yield* await entriesIn(source, rows);
    const end = rows.at(-1);
    if (!end || rows.length < PAGE) return;
    last = end.seq;
  }
}

/** The parts that continue the log after an entry without a gap. */
async function* partsFrom(
  database: Database,
  { network, after, through }: Extent,
): AsyncGenerator<ArchivedPart> {
  let next = after + 1;
  if (next > through) return;
  for await (const part of partsAfter(database, network, after)) {
    if (part.firstSeq > next) return;
    yield part;
    next = part.lastSeq + 1;
    if (next > through) return;
  }
}
