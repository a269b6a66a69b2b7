import type { Subject } from '../domain/subject.js';
import { select, type IdentityTable, type Reader, type Table } from './identity-table.js';
import type { SearchQuery } from './search-query.js';

/** Number of newest rows that are searched first. */
export const GLANCE = 1_000;
/** And so many where these say that matches are common, or where there are no more. */
export const LOOK = 8_000;
/** Matches at a glance by which there are too many in all to read every one of them. */
const PROMISING = 2;

/**
 * The newest matches of a search (contract 4.2).
 *
 * A part of a name may be everybody's or nobody's. What is common is soon met on the way from the
 * newest back; what is rare the indexes over parts tell, and little has to be read. Postgres takes
 * parts to be independent of each other and so does not know which it is; the newest thousand do
 * (decision 0049).
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

  const { glanceIsAll, lookIsAll } = await extentOf(manager, table, query.networkId);
  if (glanceIsAll) return glimpsed;
  if (lookIsAll || glimpsed.length >= PROMISING) {
    const seen = await select(manager, table, query.amongNewest(LOOK));
    if (lookIsAll || seen.length === limit) return seen;
  }
  return select(manager, table, query.byParts());
}

interface Extent {
  readonly glanceIsAll: boolean;
  readonly lookIsAll: boolean;
}

/** Whether there are more identities in the network; by consumer_by_age or business_by_age. */
async function extentOf(
  manager: Reader,
  { name }: Pick<Table, 'name'>,
  networkId: string,
): Promise<Extent> {
  const isAll = (count: number) => `not exists (
    select from ${name} i where i.network_id = $1
    order by i.created_at desc, i.id desc offset ${count} limit 1)`;
  const [extent] = await manager.query<Extent[]>(
    `select ${isAll(GLANCE)} as "glanceIsAll", ${isAll(LOOK)} as "lookIsAll"`,
    [networkId],
  );
  if (!extent) throw new Error('a network has an extent');
  return extent;
}
