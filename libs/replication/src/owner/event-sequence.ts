import type { EventSequence, PendingEvent, ReadModelRow } from '@ndx/messaging';
import {
  headName,
  writeHeads,
  type AggregateEvent,
  type AggregateHead,
} from './aggregate-heads.js';

/**
 * Records the last event of each aggregate, and names the predecessors of each event that is
 * delivered directly (replication 4).
 * @param row that the events of its aggregate also follow, because the owner merges its changes
 */
export function eventSequence(row?: Omit<ReadModelRow, 'state'>): EventSequence {
  return async (manager, events) => {
    const headOfEvent = new Map(events.map((event) => [event, headOf(event)]));
    const heads = [...headOfEvent.values()].flatMap((head) => head ?? []);
    const direct = events
      .filter(({ declaration }) => declaration.deliveredDirectlyTo.length > 0)
      .flatMap((event) => headOfEvent.get(event) ?? []);
    const added = row ? mergedEvents(row, direct) : [];
    const former = await writeHeads(manager, heads, [...direct, ...added]);
    const latest = new Map([...former].map(([name, id]) => [name, [id]]));
    for (const each of added) {
      const name = headName(each);
      latest.set(name, [...new Set([...(latest.get(name) ?? []), each.event_id])]);
    }
    return events.map((pending) => {
      const head = headOfEvent.get(pending);
      if (!head || !direct.includes(head)) return pending;
      const name = headName(head);
      const predecessors = latest.get(name) ?? (head.revision === 1 ? [] : undefined);
      latest.set(name, [head.event_id]);
      return predecessors ? follow(pending, predecessors) : pending;
    });
  };
}

/** The newest event of the row; none where no event of its aggregate follows it. */
function mergedEvents(
  { aggregate, key, event_id }: Omit<ReadModelRow, 'state'>,
  direct: readonly AggregateHead[],
): readonly AggregateEvent[] {
  const merging = direct.findLast((head) => headName(head) === headName({ aggregate, key }));
  if (!merging || event_id === null) return [];
  return [{ aggregate, key, event_id, revision: -merging.revision }];
}

/** Undefined when no service has a row of the aggregate. */
function headOf({ declaration, payload, event }: PendingEvent): AggregateHead | undefined {
  const { aggregate, type } = declaration;
  if (aggregate === undefined) return undefined;
  const { revision } = payload as { readonly revision?: unknown };
  if (typeof revision !== 'number') throw new Error(`${type} is of an aggregate without revision`);
  return { aggregate, key: event.key, revision, event_id: event.envelope.id };
}

function follow(pending: PendingEvent, predecessors: readonly string[]): PendingEvent {
  const { event } = pending;
  return { ...pending, event: { ...event, envelope: { ...event.envelope, predecessors } } };
}
