import { archivedEntriesBefore } from '../archive/archived-entries.js';
import type { AuditSource } from '../archive/audit-source.js';
import type { AuditEntry } from './entry.js';
import type { EntryRow } from './entry-row.js';
import { provenEntries, readable, READ_ENTRIES, type ProvenEntry } from './proven-entries.js';
import { entriesIn } from './entries-in.js';
import type { StoredEvents } from './stored-events.js';
import { lastEntryOf } from './stored-tree.js';

/** The entries that one page examines; a filter may leave few of them. */
const EXAMINED = 5_000;

/** A resource, and the members that can name it. */
export interface Related {
  readonly id: string;
  /** By the type of an event, the members that the reader may read; others must not select entries. */
  readonly members: Readonly<Record<string, readonly string[]>>;
}

/** Null: not filtered. `from` and `to` are ISO 8601, UTC, milliseconds, as `occurredAt`. */
export interface EntryFilter {
  readonly type: string | null;
  readonly subject: string | null;
  /** The id of the account that caused the event. */
  readonly account: string | null;
  /** Entries about this resource, or that name it in a member. */
  readonly related: Related | null;
  /** Inclusive. */
  readonly from: string | null;
  /** Exclusive. */
  readonly to: string | null;
}

export interface EntriesPageRequest extends EntryFilter {
  readonly network: string;
  /** The number before which the page begins; undefined for the newest entry. */
  readonly before: number | undefined;
  readonly limit: number;
}

export interface EntriesPage {
  /** Newest first. */
  readonly entries: readonly ProvenEntry[];
  /** The `before` of the next page; 1 when no older entry remains. */
  readonly next: number;
}

const NAMES_RELATED = `
      ($10::jsonb -> type) ? member.key and member.value @> to_jsonb($9::text)`;

const pageOf = (stored: StoredEvents | undefined) => `${READ_ENTRIES}
where network = $1 and seq < $2 and seq >= $2::bigint - ${EXAMINED} and seq >= 1
  and ($3::text is null or type = $3) and ($4::text is null or subject = $4)
  and ($5::uuid is null or account_id = $5)
  and ($6::text is null or occurred_at >= $6) and ($7::text is null or occurred_at < $7)
  and ($9::text is null or subject = $9 or subject like '%/' || $9
    or case when strpos(data, $9) > 0 then exists (
      select from jsonb_each(audit_data(data)) member
      where ${NAMES_RELATED}
    ) else false end${stored ? orStored(stored) : ''})
order by seq desc limit $8`;

/** Of an event whose data is stored elsewhere. */
const orStored = ({ type, members }: StoredEvents) => `
    or case when data is null and type = '${type}' then exists (
      select from jsonb_each((${members})) member where ${NAMES_RELATED}
    ) else false end`;

/**
 * A page of a log along its primary key and then along its archived parts, each entry verified. It
 * examines a bounded number of entries, so with a filter it may be empty although older ones remain.
 * @throws OPERATION_FAILED when an archived entry cannot be read
 */
export async function entriesPage(
  source: AuditSource,
  request: EntriesPageRequest,
): Promise<EntriesPage> {
  const { network, limit, type, subject, account, related, from, to } = request;
  const before = request.before ?? (await lastEntryOf(source.database, network)) + 1;
  const rows = await source.database.query<EntryRow[]>(pageOf(source.stored), [
    ...[network, before, type, subject, account, from, to, limit],
    ...[related?.id ?? null, JSON.stringify(related?.members ?? {})],
  ]);
  const entries = await readable(entriesIn(source, rows));
  const archived = await readable(
    archivedPage(
      source,
      { ...request, before: entries.at(-1)?.seq ?? before, limit: limit - entries.length },
      before - EXAMINED,
    ),
  );
  const page = [...entries, ...archived];
  const end = page.length === limit ? Number(page.at(-1)?.seq) : before - EXAMINED;
  return { entries: await provenEntries(source, network, page), next: Math.max(1, end) };
}

/** The entries that continue a page. */
async function archivedPage(
  source: AuditSource,
  request: EntriesPageRequest & { readonly before: number },
  from: number,
): Promise<AuditEntry[]> {
  const page: AuditEntry[] = [];
  if (request.limit === 0) return page;
  const { network, before, limit } = request;
  for await (const entry of archivedEntriesBefore(source, { network, before, from })) {
    if (isWanted(entry, request)) page.push(entry);
    if (page.length === limit) break;
  }
  return page;
}

function isWanted(entry: AuditEntry, filter: EntryFilter): boolean {
  const { type, subject, account, related, from, to } = filter;
  return (
    (type === null || entry.type === type) &&
    (subject === null || entry.subject === subject) &&
    (account === null || entry.accountId === account) &&
    (related === null || isRelated(entry, related)) &&
    (from === null || entry.occurredAt >= from) &&
    (to === null || entry.occurredAt < to)
  );
}

/** As the condition of `pageOf`. */
function isRelated({ subject, type, data }: AuditEntry, { id, members }: Related): boolean {
  if (subject === id || subject.endsWith(`/${id}`)) return true;
  if (data?.includes(id) !== true) return false;
  const payload = JSON.parse(data) as Readonly<Record<string, unknown>>;
  return (members[type] ?? []).some((name) => [payload[name]].flat().includes(id));
}
