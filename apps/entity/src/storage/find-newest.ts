import type { Subject } from '../domain/subject.js';
import { select, type IdentityTable, type Reader, type Table } from './identity-table.js';
import { isAfterPlace, type SearchQuery } from './search-query.js';

/** Number of newest rows that are searched first. */
export const GLANCE = 1_000;
/** Number of rows in the second step, when matches are common or no rows are left. */
export const LOOK = 8_000;
/** Number of matches in the first step above which a search of all rows is too expensive. */
const PROMISING = 2;

/**
 * The newest matches of a search (contract 4.2).
 *
 * A part of a name may match all rows or none. Common parts are found quickly among the newest
 * rows; rare ones by the partial-match indexes, with few reads. Postgres assumes that parts are
 * independent, so its estimates cannot distinguish the two; the newest thousand rows can (decision
 * 0027).
 */
export async function findNewest<S extends Subject, Row>(
  manager: Reader,
  table: IdentityTable<S, Row>,
  query: SearchQuery,
): Promise<S[]> {
  const { limit } = query;
  if (!query.isByPartsAlone) return select(manager, table, query.newest());

  const glimpsed = await select(manager, table, query.amongNewest(GLANCE));
  if (glimpsed.length === limit) return glimpsed;

  const { glanceIsAll, lookIsAll } = await extentOf(manager, table, query);
  if (glanceIsAll) return glimpsed;
  if (lookIsAll || glimpsed.length >= PROMISING) {
    const seen = await select(manager, table, query.amongNewest(LOOK));
    if (lookIsAll || seen.length === limit) return seen;
  }
  return select(manager, table, query.byParts());
}

/** The number of matches of a search, at most its limit. */
export async function countMatches(
  manager: Reader,
  table: Pick<Table, 'name'>,
  query: SearchQuery,
): Promise<number> {
  const { condition, parameters } = query.isByPartsAlone ? query.byParts() : query.newest();
  const [row] = await manager.query<[{ readonly count: number }]>(
    `select count(*)::integer as count from (select from ${table.name} i where ${condition}) found`,
    parameters,
  );
  return row.count;
}

interface Extent {
  readonly glanceIsAll: boolean;
  readonly lookIsAll: boolean;
}

/** Whether the network has more identities, after the place of the search; by consumer_by_age or business_by_age. */
async function extentOf(
  manager: Reader,
  { name }: Pick<Table, 'name'>,
  { networkId, after }: SearchQuery,
): Promise<Extent> {
  const isAll = (count: number) => `not exists (
    select from ${name} i where i.network_id = $1${after ? ` and ${isAfterPlace('$2', '$3')}` : ''}
    order by i.created_at desc, i.id desc offset ${count} limit 1)`;
  const [extent] = await manager.query<Extent[]>(
    `select ${isAll(GLANCE)} as "glanceIsAll", ${isAll(LOOK)} as "lookIsAll"`,
    [networkId, ...(after ? [after.createdAt, after.id] : [])],
  );
  if (!extent) throw new Error('a network has an extent');
  return extent;
}
