import * as wire from '../shapes/wire.js';

/** A count of a list ends with this number of items. */
export const MAX_COUNTED_ITEMS = 10_000;

/** A count of the queries that used records examines this number of queries. */
export const MAX_EXAMINED_QUERIES = 5_000;

/** How many items a list has. */
export const ListCount = wire.record('ListCount', {
  count: wire.integer,
  is_complete: wire.flag,
});

/** The number of items of which at most one more than `MAX_COUNTED_ITEMS` were found. */
export function listCountOf(found: number) {
  const count = Math.min(found, MAX_COUNTED_ITEMS);
  return { count, is_complete: found <= MAX_COUNTED_ITEMS };
}
