import type { EntityManager } from 'typeorm';
import { entriesOfPart, partOf } from '../archive/archived-part.js';
import type { AuditSource } from '../archive/audit-source.js';
import { ENTRY_COLUMNS, fromRow, type EntryRow } from '../log/entry-row.js';
import type { AuditEntry } from '../log/entry.js';

/** An exported entry. */
export interface ExportedEntry {
  readonly service: string;
  readonly occurred_at: string;
  readonly chain: string;
  readonly seq: number;
  readonly event_id: string;
  readonly type: string;
  readonly subject: string;
  readonly account_id: string | null;
  readonly request_id: string | null;
  /** The payload as JSON text, byte for byte. */
  readonly data: string;
  readonly hash: string;
}

const PAGE = 200;

const DECLARE = `
declare exported no scroll cursor for
select ${ENTRY_COLUMNS} from audit_entry where chain = $1 order by occurred_at, seq`;

const PARTS = `
select last_seq, first_at from audit_archive where chain = $1 order by first_at, last_seq`;

/**
 * The entries of one chain by time, archived or not, altered or not.
 * @throws ArchiveFault when an archived entry cannot be read
 */
export async function* entriesInOrderOfTime(
  source: AuditSource,
  service: string,
  chain: string,
): AsyncGenerator<ExportedEntry> {
  const runner = source.database.createQueryRunner();
  try {
    // One snapshot: an entry is in the database, or archived.
    await runner.startTransaction('REPEATABLE READ');
    const { manager } = runner;
    const archived = archivedByTime({ ...source, database: manager }, chain);
    for await (const entry of merged(archived, storedByTime(manager, chain))) {
      yield exported(service, entry);
    }
    await runner.commitTransaction();
  } finally {
    if (runner.isTransactionActive) await runner.rollbackTransaction();
    await runner.release();
  }
}

async function* storedByTime(manager: EntityManager, chain: string): AsyncGenerator<AuditEntry> {
  await manager.query(DECLARE, [chain]);
  for (;;) {
    const rows = await manager.query<EntryRow[]>(`fetch ${PAGE} from exported`);
    yield* rows.map(fromRow);
    if (rows.length < PAGE) return;
  }
}

/** Holds the entries that are later than the earliest one of the next part. */
async function* archivedByTime(
  source: AuditSource<EntityManager>,
  chain: string,
): AsyncGenerator<AuditEntry> {
  let held: AuditEntry[] = [];
  const parts = await source.database.query<{ last_seq: string; first_at: string }[]>(PARTS, [
    chain,
  ]);
  for (const { last_seq, first_at } of parts) {
    const isDue = ({ occurredAt }: AuditEntry) => occurredAt < first_at;
    yield* held.filter(isDue);
    const part = await partOf(source.database, chain, Number(last_seq));
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
    chain: entry.chain,
    seq: entry.seq,
    event_id: entry.eventId,
    type: entry.type,
    subject: entry.subject,
    account_id: entry.accountId,
    request_id: entry.requestId,
    data: entry.data,
    hash: entry.hash,
  };
}
