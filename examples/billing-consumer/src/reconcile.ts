import { isDeepStrictEqual } from 'node:util';
import { nameOf, type QueryEvent } from './query-event.js';

/** What was asked for: billing's books, or a part of them, against the feed's. */
export interface Window {
  readonly networkId: string;
  /** ISO 8601, included. */
  readonly from: string;
  /** ISO 8601, excluded. */
  readonly to: string;
  /** The one whose queries are compared; undefined: all, as a governor sees them. */
  readonly institution?: string | undefined;
}

/** Whether the feed of a window has to show a counted event. */
export function isWithin(
  { networkId, from, to, institution }: Window,
  { network_ids, querying_entity_id, occurred_at }: QueryEvent,
): boolean {
  const time = Date.parse(occurred_at);
  return (
    network_ids.includes(networkId) &&
    time >= Date.parse(from) &&
    time < Date.parse(to) &&
    (institution === undefined || querying_entity_id === institution)
  );
}

/**
 * Names every difference, in a line each; none when both say the same.
 * @param counted each query once
 * @param rejected why a query event was set aside, by its id
 */
export function* differences(
  feed: readonly QueryEvent[],
  counted: Iterable<QueryEvent>,
  rejected: ReadonlyMap<string, string> = new Map(),
): Generator<string> {
  const inFeed = new Map(feed.map((event) => [event.query_event_id, event]));
  const notCounted = new Map(inFeed);
  for (const mine of counted) {
    const shown = inFeed.get(mine.query_event_id);
    notCounted.delete(mine.query_event_id);
    if (shown === undefined) yield `${nameOf(mine)} is missing in the feed`;
    else yield* fieldDifferences(shown, mine);
  }
  for (const event of notCounted.values()) {
    const reason = rejected.get(event.query_event_id);
    const why = reason === undefined ? '' : `: it was set aside, since ${reason}`;
    yield `${nameOf(event)} is missing in the ledger${why}`;
  }
  for (const event of feed)
    if (inFeed.get(event.query_event_id) !== event)
      yield `${nameOf(event)} is in the feed more than once`;
}

/** Where both tell of a query, each in its way. */
function fieldDifferences(feed: QueryEvent, ledger: QueryEvent): string[] {
  const [shown, mine] = [fieldsOf(feed), fieldsOf(ledger)];
  const isPartial = feed.network_ids.length < ledger.network_ids.length;
  return [...new Set([...Object.keys(shown), ...Object.keys(mine)])]
    .filter((name) => !agree(name, shown[name], mine[name], isPartial))
    .map(
      (name) =>
        `${nameOf(ledger)} differs in ${name}: ${said(shown[name])} in the feed, ${said(mine[name])} in the ledger`,
    );
}

/**
 * What the feed leaves out where its reader does not belong to all networks of a query: their ids, and
 * what may be theirs. What is billed, to whom and when is always there.
 */
const LEFT_OUT: Readonly<Record<string, (shown: unknown, mine: unknown) => boolean>> = {
  network_ids: isPartOf,
  furnishing_entity_ids: isPartOf,
  policy_id: isNull,
  policy_version: isNull,
  subject_id: isNull,
  consent_id: isNull,
  certificate_id: isNull,
};

function agree(name: string, shown: unknown, mine: unknown, isPartial: boolean): boolean {
  if (name === 'occurred_at') return Date.parse(String(shown)) === Date.parse(String(mine));
  if (isDeepStrictEqual(shown, mine)) return true;
  return isPartial && (LEFT_OUT[name]?.(shown, mine) ?? false);
}

function isPartOf(shown: unknown, mine: unknown): boolean {
  return Array.isArray(shown) && Array.isArray(mine) && shown.every((id) => mine.includes(id));
}

function isNull(shown: unknown): boolean {
  return shown === null;
}

function fieldsOf(event: QueryEvent): Readonly<Record<string, unknown>> {
  return { ...event };
}

function said(value: unknown): string {
  return value === undefined ? 'nothing' : JSON.stringify(value);
}
