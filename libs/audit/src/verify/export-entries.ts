import type { EntityManager } from 'typeorm';
import { entriesOfPart, partOf } from '../archive/archived-part.js';
import type { AuditSource } from '../archive/audit-source.js';
import { ENTRY_COLUMNS, type EntryRow } from '../log/entry-row.js';
import type { AuditEntry } from '../log/entry.js';
import { entriesIn } from '../log/entries-in.js';

/** An exported entry. */
export interface ExportedEntry {
  readonly service: string;
  readonly occurred_at: string;
  readonly network: string;
  readonly seq: number;
  readonly event_id: string;
  readonly type: string;
  readonly subject: string;
  readonly account_id: string | null;
  readonly request_id: string | null;
  /** The payload as canonical JSON; null after an erasure. */
  readonly data: string | null;
  readonly salt: string | null;
  readonly content: string;
  /** Of the leaf. */
  readonly hash: string;
}

const PAGE = 200;

const DECLARE = `
declare exported no scroll cursor for
select ${ENTRY_COLUMNS} from audit_entry where network = $1 order by occurred_at, seq`;

const PARTS = `
select last_seq, first_at from audit_archive where network = $1 order by first_at, last_seq`;

/**
 * The entries of one log by time, archived or not, altered or not.
 * @throws ArchiveFault when an archived entry cannot be read
 */
export async function* entriesInOrderOfTime(
  source: AuditSource,
  service: string,
  network: string,
): AsyncGenerator<ExportedEntry> {
  const runner = source.database.createQueryRunner();
  try {
    // One snapshot: an entry is in the database, or archived.
    await runner.startTransaction('REPEATABLE READ');
    const { manager } = runner;
    const snapshot = { ...source, database: manager };
    const archived = archivedByTime(snapshot, network);
    for await (const entry of merged(archived, storedByTime(snapshot, network))) {
      yield exported(service, entry);
    }
    await runner.commitTransaction();
  } finally {
    if (runner.isTransactionActive) await runner.rollbackTransaction();
    await runner.release();
  }
}

async function* storedByTime(
  source: AuditSource<EntityManager>,
  network: string,
): AsyncGenerator<AuditEntry> {
  await source.database.query(DECLARE, [network]);
  for (;;) {
    const rows = await source.database.query<EntryRow[]>(`fetch ${PAGE} from exported`);
    yield* await entriesIn(source, rows);
    if (rows.length < PAGE) return;
  }
}

/** Holds the entries that are later than the earliest one of the next part. */
async function* archivedByTime(
  source: AuditSource<EntityManager>,
  network: string,
): AsyncGenerator<AuditEntry> {
  let held: AuditEntry[] = [];
  const parts = await source.database.query<{ last_seq: string; first_at: string }[]>(PARTS, [
    network,
  ]);
  for (const { last_seq, first_at } of parts) {
    const isDue = ({ occurredAt }: AuditEntry) => occurredAt < first_at;
    yield* held.filter(isDue);
    const part = await partOf(source.database, network, Number(last_seq));
    const entries = part ? await entriesOfPart(source, part) : [];
    held = [...held.filter((entry) => !isDue(entry)), ...entries].sort(byTime);
  }
  yield* held;
}

/** Merges two sources that are each ordered by time. */
async function* merged(
  one: AsyncGenerator<AuditEntry>,
  other: AsyncGenerator<AuditEntry>,
): AsyncGenerator<AuditEntry> {
  let [first, second] = [await one.next(), await other.next()];
  while (!first.done || !second.done) {
    if (!first.done && (second.done || byTime(first.value, second.value) < 0)) {
      yield first.value;
      first = await one.next();
    } else if (!second.done) {
      yield second.value;
      second = await other.next();
    }
  }
}

/** ISO 8601 in UTC is ordered like text. */
function byTime(one: AuditEntry, other: AuditEntry): number {
  if (one.occurredAt === other.occurredAt) return one.seq - other.seq;
  return one.occurredAt < other.occurredAt ? -1 : 1;
}

function exported(service: string, entry: AuditEntry): ExportedEntry {
  return {
    service,
    occurred_at: entry.occurredAt,
    network: entry.network,
    seq: entry.seq,
    event_id: entry.eventId,
    type: entry.type,
    subject: entry.subject,
    account_id: entry.accountId,
    request_id: entry.requestId,
    data: entry.data,
    salt: entry.salt,
    content: entry.content,
    hash: entry.hash,
  };
}
