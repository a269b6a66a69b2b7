import type { ListOrder } from '@ndx/api';

/** Parameters of a statement; each can be null. */
interface WindowParameters {
  readonly from: string;
  /** Exclusive. */
  readonly to: string;
  /** The time and the id of the query event that the window continues after. */
  readonly at: string;
  readonly id: string;
}

export const SQL_ORDER: Readonly<Record<ListOrder, string>> = {
  oldest_first: 'asc',
  newest_first: 'desc',
};

/** The least id. */
const NIL = "'00000000-0000-0000-0000-000000000000'";

/**
 * SQL: the query events of a window, in an order of time. The start is one comparison: of two lower
 * bounds, Postgres can begin to read an index at the lesser one.
 */
export function windowIn(order: ListOrder, { from, to, at, id }: WindowParameters): string {
  const [start, end, after] = [`${from}::timestamptz`, `${to}::timestamptz`, `${at}::timestamptz`];
  const row = '(occurred_at, query_event_id)';
  const idIf = (isAfter: string) => `coalesce(case when ${isAfter} then ${id}::uuid end, ${NIL})`;
  return order === 'oldest_first'
    ? `${row} > (coalesce(greatest(${after}, ${start}), '-infinity'),
        ${idIf(`${start} is null or ${after} >= ${start}`)})
      and occurred_at < coalesce(${end}, 'infinity')`
    : `${row} < (coalesce(least(${after}, ${end}), 'infinity'),
        ${idIf(`${end} is null or ${after} < ${end}`)})
      and occurred_at >= coalesce(${start}, '-infinity')`;
}
