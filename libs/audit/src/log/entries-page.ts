import { archivedEntriesBefore } from '../archive/archived-entries.js';
import type { AuditSource, Database } from '../archive/audit-source.js';
import type { AuditEntry } from './entry.js';
import {
  proven,
  provenRows,
  readable,
  READ_WITH_PREDECESSOR,
  type LinkedRow,
  type ProvenEntry,
} from './proven-entries.js';

/** The entries that one page examines; a filter may leave few of them. */
const EXAMINED = 5_000;

/** Null: not filtered. `from` and `to` are ISO 8601, UTC, milliseconds, as `occurredAt`. */
export interface EntryFilter {
  readonly type: string | null;
  readonly subject: string | null;
  /** Inclusive. */
  readonly from: string | null;
  /** Exclusive. */
  readonly to: string | null;
}

export interface ChainPageRequest extends EntryFilter {
  readonly chain: string;
  /** The number before which the page begins; undefined for the newest entry. */
  readonly before: number | undefined;
  readonly limit: number;
}

export interface ChainPage {
  /** Newest first. */
  readonly entries: readonly ProvenEntry[];
  /** The `before` of the next page; 1 when no older entry remains. */
  readonly next: number;
}

const LAST = `
select greatest(
  (select max(seq) from audit_entry where chain = $1),
  (select max(last_seq) from audit_archive where chain = $1), 0) as last`;

const PAGE = `${READ_WITH_PREDECESSOR}
where chain = $1 and seq < $2 and seq >= $2::bigint - ${EXAMINED} and seq >= 1
  and ($3::text is null or type = $3) and ($4::text is null or subject = $4)
  and ($5::text is null or occurred_at >= $5) and ($6::text is null or occurred_at < $6)
order by seq desc limit $7`;

/**
 * A page of a chain along its primary key and then along its archived parts, each entry verified
 * with its predecessor. It examines a bounded number of entries, so with a filter it may be empty
 * although older entries remain.
 * @throws OPERATION_FAILED when an archived entry cannot be read
 */
export async function chainPage(
  source: AuditSource,
  request: ChainPageRequest,
): Promise<ChainPage> {
  const { chain, limit, type, subject, from, to } = request;
  const before = request.before ?? (await lastOf(source.database, chain)) + 1;
  const rows = await source.database.query<LinkedRow[]>(PAGE, [
    ...[chain, before, type, subject, from, to, limit],
  ]);
  const entries = await provenRows(source, rows);
  const archived = await readable(
    archivedPage(
      source,
      { ...request, before: entries.at(-1)?.seq ?? before, limit: limit - entries.length },
      before - EXAMINED,
    ),
  );
  const page = [...entries, ...archived];
  const end = page.length === limit ? Number(page.at(-1)?.seq) : before - EXAMINED;
  return { entries: page, next: Math.max(1, end) };
}

/** The entries that continue a page. */
async function archivedPage(
  source: AuditSource,
  request: ChainPageRequest & { readonly before: number },
  from: number,
): Promise<ProvenEntry[]> {
  const page: ProvenEntry[] = [];
  if (request.limit === 0) return page;
  const { chain, before, limit } = request;
  for await (const linked of archivedEntriesBefore(source, { chain, before, from })) {
    if (isWanted(linked.entry, request)) page.push(proven(linked, source.seal));
    if (page.length === limit) break;
  }
  return page;
}

function isWanted(entry: AuditEntry, { type, subject, from, to }: EntryFilter): boolean {
  return (
    (type === null || entry.type === type) &&
    (subject === null || entry.subject === subject) &&
    (from === null || entry.occurredAt >= from) &&
    (to === null || entry.occurredAt < to)
  );
}

async function lastOf(database: Database, chain: string): Promise<number> {
  const [row] = await database.query<{ last: string }[]>(LAST, [chain]);
  return Number(row?.last ?? 0);
}
