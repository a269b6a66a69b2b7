import type { Part } from '../app/read-part.js';
import type { LoadedItems } from '../app/reads.js';

/** A part of one of several lists, each newest first. */
export interface SourcePart<Item> extends Part<Item> {
  readonly source: string;
}

interface Timed {
  /** ISO 8601, UTC. */
  readonly occurred_at: string;
}

/**
 * The items of several lists by time, the newest first, as far as no list that is not read to its
 * end can have newer ones; of one list in its order.
 */
export function mergedByTime<Item extends Timed>(
  loaded: readonly (readonly SourcePart<Item>[])[],
): LoadedItems<Item> {
  const parts = loaded.flat();
  const items = parts.flatMap((part) => part.items);
  const isLastEmpty = loaded.at(-1)?.every((part) => part.items.length === 0) ?? true;
  if (loaded[0]?.length === 1) return { items, isLastEmpty };
  const horizon = horizonOf(parts, loaded.at(-1) ?? []);
  return {
    items: items
      .filter(({ occurred_at: at }) => at >= horizon)
      .sort((a, b) => (a.occurred_at < b.occurred_at ? 1 : -1)),
    isLastEmpty,
  };
}

/** The time before which items of a list that has more of them can be missing. */
function horizonOf<Item extends Timed>(
  parts: readonly SourcePart<Item>[],
  last: readonly SourcePart<Item>[],
): string {
  const open = last.flatMap(({ source, next }) => (next === undefined ? [] : source));
  const oldest = open.flatMap((name) => {
    const items = parts.flatMap((part) => (part.source === name ? part.items : []));
    return items.at(-1) ?? [];
  });
  return oldest.reduce((latest, { occurred_at: at }) => (at > latest ? at : latest), '');
}
