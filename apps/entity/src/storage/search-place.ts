import { invalid } from '@ndx/contracts';
import type { Reader, Table } from './identity-table.js';

/** Where a subject is in the order of a search. */
export interface Place {
  /** As Postgres writes it, with microseconds. */
  readonly createdAt: string;
  readonly id: string;
}

interface PlaceRequest {
  readonly networkId: string;
  /** The institution whose related subjects alone are searched. */
  readonly relatedTo: string | undefined;
  readonly id: string | undefined;
}

/**
 * The place of a subject, which may have been merged since; undefined without an id.
 * @throws VALIDATION_ERROR for a subject that the search does not list, as for an unknown one
 */
export async function placeOf(
  manager: Reader,
  { name }: Pick<Table, 'name'>,
  { networkId, relatedTo, id }: PlaceRequest,
): Promise<Place | undefined> {
  if (id === undefined) return undefined;
  const [place] = await manager.query<Place[]>(
    `select i.created_at::text as "createdAt", i.id from ${name} i
     where i.id = $1 and i.network_id = $2 and ($3::uuid is null or exists (
       select from subject_relation r
       where r.network_id = $2 and r.entity_id = $3 and r.subject_id = i.id))`,
    [id, networkId, relatedTo ?? null],
  );
  if (!place) throw invalid('invalid_cursor', 'after is not the id of a result of this search');
  return place;
}
