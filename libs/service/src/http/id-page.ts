import type { ListOrder } from '@ndx/api';
import { isUUID } from 'class-validator';
import { LessThan, MoreThan } from 'typeorm';
import { decodePlace, encodePlace, invalidCursor } from './cursor.js';

/** The lowest id, before every other. */
const START = '00000000-0000-0000-0000-000000000000';
/** The highest id, after every other. */
const END = 'ffffffff-ffff-ffff-ffff-ffffffffffff';
/** In the cursors of lists with the highest id first, so that they are invalid in the other order. */
const NEWEST_FIRST = 'newest_first' satisfies ListOrder;

/** Where a page begins in the order of its list. */
export interface IdPlace {
  readonly after: string;
  readonly order: ListOrder;
}

/** @throws VALIDATION_ERROR for an invalid cursor, or one of the other order */
export function placeOf({
  order,
  cursor,
}: {
  readonly order: ListOrder;
  readonly cursor?: string;
}): IdPlace {
  return { order, after: order === NEWEST_FIRST ? beforeCursor(cursor) : afterCursor(cursor) };
}

/** In SQL, how the ids of the next page compare with the last one, and how they are sorted. */
export const ID_ORDERS = {
  oldest_first: { is: '>', way: 'ASC' },
  newest_first: { is: '<', way: 'DESC' },
} as const satisfies Readonly<Record<ListOrder, object>>;

type IdOrder = (typeof ID_ORDERS)[ListOrder];

/** The statement of a list for each order of its ids. */
export function inEachOrder(
  listIn: (is: IdOrder['is'], way: IdOrder['way']) => string,
): Readonly<Record<ListOrder, string>> {
  const { oldest_first: oldest, newest_first: newest } = ID_ORDERS;
  return {
    oldest_first: listIn(oldest.is, oldest.way),
    newest_first: listIn(newest.is, newest.way),
  };
}

/** The condition on the ids of a page, and their order, for a repository of TypeORM. */
export function following({ after, order }: IdPlace) {
  const { is, way } = ID_ORDERS[order];
  return { id: is === '<' ? LessThan(after) : MoreThan(after), way };
}

/** The id after which a page begins. @throws VALIDATION_ERROR for an invalid cursor */
export function afterCursor(cursor: string | undefined): string {
  return cursor === undefined ? START : idIn(cursor, []);
}

/** The same for a list with the highest id first. @throws VALIDATION_ERROR for an invalid cursor */
export function beforeCursor(cursor: string | undefined): string {
  return cursor === undefined ? END : idIn(cursor, [NEWEST_FIRST]);
}

function idIn(cursor: string, order: readonly string[]): string {
  const [id = '', ...rest] = decodePlace(cursor);
  const isOfOrder = rest.join() === order.join();
  if (!isOfOrder || (![START, END].includes(id) && !isUUID(id))) throw invalidCursor();
  return id;
}

/** The same for items ordered by a revision. @throws VALIDATION_ERROR for an invalid cursor */
export function afterRevision(cursor: string | undefined): number {
  if (cursor === undefined) return 0;
  const [revision = '', ...rest] = decodePlace(cursor);
  if (rest.length > 0 || !/^\d{1,9}$/.test(revision)) throw invalidCursor();
  return Number(revision);
}

/** A page of items ordered by id, with the cursor of the next page. */
export function idPage<Item, Shown>(
  items: readonly Item[],
  page: {
    readonly after: string;
    readonly order?: ListOrder;
    readonly idOf: (item: Item) => string;
    readonly show: (item: Item) => Shown;
  },
): { readonly data: readonly Shown[]; readonly next_cursor: string } {
  const last = items.at(-1);
  const id = last === undefined ? page.after : page.idOf(last);
  const order = page.order === NEWEST_FIRST ? [NEWEST_FIRST] : [];
  return { data: items.map(page.show), next_cursor: encodePlace(id, ...order) };
}
