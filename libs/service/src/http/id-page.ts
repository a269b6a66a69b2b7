import { invalid } from '@ndx/contracts';
import { isUUID } from 'class-validator';

/** Before every id. */
const START = '00000000-0000-0000-0000-000000000000';

/** The id after which a page begins. @throws VALIDATION_ERROR for a cursor that no page gave */
export function afterCursor(cursor: string | undefined): string {
  if (cursor === undefined) return START;
  const id = Buffer.from(cursor, 'base64url').toString();
  if (id !== START && !isUUID(id)) throw invalid('the cursor is not valid');
  return id;
}

/** A page of items in the order of their ids, with the cursor that continues after it. */
export function idPage<Item, Shown>(
  items: readonly Item[],
  page: {
    readonly after: string;
    readonly idOf: (item: Item) => string;
    readonly show: (item: Item) => Shown;
  },
): { readonly data: readonly Shown[]; readonly next_cursor: string } {
  const last = items.at(-1);
  const id = last === undefined ? page.after : page.idOf(last);
  return { data: items.map(page.show), next_cursor: Buffer.from(id).toString('base64url') };
}
