import type { StoredEvents } from '@ndx/audit';
import { QueryExecuted } from '@ndx/contracts';
import { QueryTexts, type QueryRow } from './query-texts.js';
import { EVENT_COLUMNS, eventOf, type EventColumns } from './stored-event.js';

const UUID = '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$';

const READ = `
select ${EVENT_COLUMNS}, occurred_at from query_event where query_event_id = any($1::uuid[])`;

/** The query events, to whose rows the audit entries refer (decision 0145). */
export const auditedQueries: StoredEvents = {
  type: QueryExecuted.type,
  async dataOf({ database, place }, subjects) {
    // The subject of an altered entry can be any text.
    const ids = subjects.filter((subject) => new RegExp(UUID).test(subject));
    const rows = await database.query<(QueryRow & EventColumns)[]>(READ, [ids]);
    const read = await new QueryTexts(database, place).of(rows);
    return new Map(read.flatMap((row) => dataOf(row)));
  },
  members: `
    select jsonb_build_object('querying_entity_id', querying_entity_id) from query_event
    where query_event_id = case when audit_entry.subject ~ '${UUID}' then audit_entry.subject::uuid end`,
};

/** Nothing for an altered payload. */
function dataOf(row: Parameters<typeof eventOf>[0]): (readonly [string, string])[] {
  try {
    return [[row.query_event_id, JSON.stringify(eventOf(row))]];
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof TypeError) return [];
    throw error;
  }
}
