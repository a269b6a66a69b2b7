import type { EntityManager } from 'typeorm';
import { ENTRY_COLUMNS, fromRow, type EntryRow } from '../chain/entry-row.js';
import type { AuditEntry } from '../chain/entry.js';

/** A page is held in memory, and an entry may be as large as a request. */
const PAGE = 200;

const ENTRIES = `
select ${ENTRY_COLUMNS} from audit_entry
where chain = $1 and seq > $2 and seq <= $3 order by seq limit ${PAGE}`;

/** Less than the number of every entry. */
const BEFORE_ALL = '-9223372036854775808';

/** The entries of a chain up to a number, in order, a page at a time. */
export async function* entriesThrough(
  database: Pick<EntityManager, 'query'>,
  chain: string,
  last: string,
): AsyncGenerator<AuditEntry> {
  let after = BEFORE_ALL;
  for (;;) {
    const rows = await database.query<EntryRow[]>(ENTRIES, [chain, after, last]);
    yield* rows.map(fromRow);
    const end = rows.at(-1);
    if (!end || rows.length < PAGE) return;
    after = end.seq;
  }
}
