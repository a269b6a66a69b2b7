import { invalid } from '@ndx/contracts';
import { isUUID } from 'class-validator';

/** The lowest id, before every other. */
const START = '00000000-0000-0000-0000-000000000000';

/** The id after which a page begins. @throws VALIDATION_ERROR for an invalid cursor */
export function afterCursor(cursor: string | undefined): string {
  if (cursor === undefined) return START;
  const id = Buffer.from(cursor, 'base64url').toString();
  if (id !== START && !isUUID(id)) throw invalid('invalid_cursor', 'the cursor is not valid');
  return id;
}

/** The same for items ordered by a revision. @throws VALIDATION_ERROR for an invalid cursor */
export function afterRevision(cursor: string | undefined): number {
  if (cursor === undefined) return 0;
  const revision = Buffer.from(cursor, 'base64url').toString();
  if (!/^\d{1,9}$/.test(revision)) throw invalid('invalid_cursor', 'the cursor is not valid');
  return Number(revision);
}

/** A page of items ordered by id, with the cursor of the next page. */
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
