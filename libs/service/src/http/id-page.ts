import { isUUID } from 'class-validator';
import { decodePlace, encodePlace, invalidCursor } from './cursor.js';

/** The lowest id, before every other. */
const START = '00000000-0000-0000-0000-000000000000';
/** The highest id, after every other. */
const END = 'ffffffff-ffff-ffff-ffff-ffffffffffff';
/** In the cursors of lists with the highest id first, so that they are invalid in the other order. */
const NEWEST_FIRST = 'newest_first';

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
    readonly order?: 'oldest_first' | 'newest_first';
    readonly idOf: (item: Item) => string;
    readonly show: (item: Item) => Shown;
  },
): { readonly data: readonly Shown[]; readonly next_cursor: string } {
  const last = items.at(-1);
  const id = last === undefined ? page.after : page.idOf(last);
  const order = page.order === NEWEST_FIRST ? [NEWEST_FIRST] : [];
  return { data: items.map(page.show), next_cursor: encodePlace(id, ...order) };
}
