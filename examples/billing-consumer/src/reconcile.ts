import { isDeepStrictEqual } from 'node:util';
import type pg from 'pg';
import { objectAt } from './json.js';
import { nameOf, type QueryEvent } from './query-event.js';
import type { Window } from './window.js';

/** The scope of a comparison: one network's queries in a window, by one institution or by all. */
export interface Scope extends Window {
  readonly network: string;
  readonly institution?: string | undefined;
}

/** The ledger's events of a scope. */
export async function eventsIn(
  ledger: pg.Client,
  { from, to, network, institution }: Scope,
): Promise<readonly QueryEvent[]> {
  const { rows } = await ledger.query<{ event: QueryEvent }>(
    `SELECT event FROM query_event
     WHERE occurred_at >= $1 AND occurred_at < $2 AND event->'network_ids' ? $3
       AND ($4::text IS NULL OR event->>'querying_entity_id' = $4)
     ORDER BY occurred_at, query_event_id`,
    [from, to, network, institution],
  );
  return rows.map(({ event }) => event);
}

/** The reasons why messages were set aside, by event id. */
export async function reasonsIn(ledger: pg.Client): Promise<ReadonlyMap<string, string>> {
  const { rows } = await ledger.query<{ id: string; reason: string }>(
    'SELECT query_event_id AS id, reason FROM rejected_message WHERE query_event_id IS NOT NULL',
  );
  return new Map(rows.map(({ id, reason }) => [id, reason]));
}

/** A difference between feed and ledger, for an operator. */
export interface Difference {
  readonly event: QueryEvent;
  readonly text: string;
}

/** None when feed and ledger agree. */
export function* differences(
  feed: readonly QueryEvent[],
  ledger: readonly QueryEvent[],
  reasons: ReadonlyMap<string, string> = new Map(),
): Generator<Difference> {
  const counted = new Map(ledger.map((event) => [event.query_event_id, event]));
  const shown = new Set<string>();
  for (const event of feed) {
    const id = event.query_event_id;
    const mine = counted.get(id);
    const reason = reasons.get(id);
    const why = reason === undefined ? '' : `: it was set aside, since ${reason}`;
    const differs = (text: string): Difference => ({ event, text: `${nameOf(event)} ${text}` });
    if (shown.has(id)) yield differs('is in the feed more than once');
    else if (mine === undefined) yield differs(`is missing in the ledger${why}`);
    else yield* fieldDifferences(event, mine);
    shown.add(id);
  }
  for (const event of ledger)
    if (!shown.has(event.query_event_id))
      yield { event, text: `${nameOf(event)} is missing in the feed` };
}

function* fieldDifferences(feed: QueryEvent, ledger: QueryEvent): Generator<Difference> {
  const [shown, mine] = [objectAt(feed), objectAt(ledger)];
  const isPartial = feed.network_ids.length < ledger.network_ids.length;
  for (const name of new Set([...Object.keys(shown), ...Object.keys(mine)])) {
    if (agree(name, shown[name], mine[name])) continue;
    if (isPartial && isReduced(shown[name], mine[name])) continue;
    const [theirs, own] = [JSON.stringify(shown[name]), JSON.stringify(mine[name])];
    const text = `${nameOf(ledger)} differs in ${name}: ${theirs} in the feed, ${own} in the ledger`;
    yield { event: ledger, text };
  }
}

function agree(name: string, shown: unknown, mine: unknown): boolean {
  if (name === 'occurred_at') return Date.parse(String(shown)) === Date.parse(String(mine));
  return isDeepStrictEqual(shown, mine);
}

/** The feed hides members from an institution that is not in all networks of the query: decision 0030. */
function isReduced(shown: unknown, mine: unknown): boolean {
  if (Array.isArray(shown) && Array.isArray(mine)) return shown.every((id) => mine.includes(id));
  return shown === null;
}
