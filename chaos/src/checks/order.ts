import { STATEFUL_SERVICE_NAMES } from '@ndx/contracts';
import type { Check } from '../report.js';
import type { Arrival } from '../system/bus-log.js';
import type { System } from '../system/system.js';

/**
 * The changes of an aggregate arrive in the order in which they were made, within a key (design 4).
 */
export async function revisionsRise(system: System): Promise<Check> {
  return risingRevisions(await system.busLog.events());
}

/** A state may be published again, but never an older one after a newer one. */
export function risingRevisions(events: readonly Arrival[]): Check {
  const broken: string[] = [];
  const newest = new Map<string, number>();
  for (const { envelope } of events) {
    const revision = revisionOf(envelope.data);
    if (revision === undefined) continue;
    const place = `${envelope.source} ${envelope.subject}`;
    const before = newest.get(place) ?? 0;
    if (revision < before) broken.push(`${place}: revision ${revision} after ${before}`);
    newest.set(place, revision);
  }
  return { promise: 'no older state of an aggregate arrives after a newer one', broken };
}

/** Each change of an aggregate has an event: no revision is missing (design 4). */
export async function revisionsAreWhole(system: System): Promise<Check> {
  return wholeRevisions(await system.busLog.events());
}

/** Only events with revisions. A revision can repeat. */
export function wholeRevisions(events: readonly Arrival[]): Check {
  const seen = new Map<string, Set<number>>();
  for (const { envelope } of events) {
    const revision = revisionOf(envelope.data);
    if (revision === undefined) continue;
    const place = `${envelope.source} ${envelope.subject}`;
    seen.set(place, (seen.get(place) ?? new Set()).add(revision));
  }
  const broken = [...seen].flatMap(([place, revisions]) =>
    Array.from({ length: Math.max(...revisions) }, (_, n) => n + 1)
      .filter((revision) => !revisions.has(revision))
      .map((revision) => `${place}: revision ${revision} is missing`),
  );
  return { promise: 'each change of an aggregate is on the bus', broken };
}

function revisionOf(data: string): number | undefined {
  const { revision } = JSON.parse(data) as Readonly<Record<string, unknown>>;
  return typeof revision === 'number' ? revision : undefined;
}

/** Events that wait in the outboxes, in commit order within each key. */
export type Backlog = ReadonlyMap<string, readonly string[]>;

/** The unpublished events by key. */
export async function backlogOf(system: System): Promise<Backlog> {
  const backlog = new Map<string, string[]>();
  for (const service of STATEFUL_SERVICE_NAMES) {
    const rows = await system.sql<{ id: string; key: string }>(
      service,
      'select id, key from outbox order by seq',
    );
    for (const { id, key } of rows) {
      const place = `${service} ${key}`;
      backlog.set(place, [...(backlog.get(place) ?? []), id]);
    }
  }
  return backlog;
}

/** The backlog has arrived with each key's events in order, counting first arrivals. */
export function arrivedInOrder(backlog: Backlog, events: readonly Arrival[]): Check {
  const places = new Map(events.map(({ envelope }, place) => [envelope.id, place]));
  const broken = [...backlog].flatMap(([key, ids]) => {
    const arrived = ids.map((id) => places.get(id));
    const lost = ids.filter((_, n) => arrived[n] === undefined).map((id) => `${key}: lost ${id}`);
    const found = arrived.filter((place) => place !== undefined);
    const inOrder = found.every((place, n) => n === 0 || place > (found[n - 1] ?? 0));
    return inOrder ? lost : [...lost, `${key}: out of order: ${ids.join(', ')}`];
  });
  return { promise: 'the backlog arrives whole, and in order within each key', broken };
}
