import { notFound, type IdentityConflictStatus } from '@ndx/contracts';
import { inEachOrder, type IdPlace } from '@ndx/service';
import type { EntityManager } from 'typeorm';
import type { IdentityConflict } from '../domain/identity-conflict.js';
import type { Reader } from './identity-table.js';

const COLUMNS = `conflict_id as id, network_id as "networkId", subject_type as "subjectType",
  subject_ids as "subjectIds", status, kind, into_subject_id as "intoSubjectId",
  opened_at as "openedAt", resolved_at as "resolvedAt"`;

export async function insertConflicts(
  manager: EntityManager,
  conflicts: readonly IdentityConflict[],
): Promise<void> {
  for (const each of conflicts) {
    await manager.query(
      `insert into identity_conflict (conflict_id, network_id, subject_type, subject_ids, status, opened_at, kind)
       values ($1, $2, $3, $4, $5, $6, $7)`,
      [
        each.id,
        each.networkId,
        each.subjectType,
        each.subjectIds,
        each.status,
        each.openedAt,
        each.kind,
      ],
    );
  }
}

/**
 * Conflicts without a row; the decisions of a governor about other conflicts do not matter. A
 * confirmed difference does not confirm the next one.
 */
export async function withoutKnown(
  manager: EntityManager,
  conflicts: readonly IdentityConflict[],
): Promise<IdentityConflict[]> {
  const unknown: IdentityConflict[] = [];
  for (const each of conflicts) {
    const [known] = await manager.query<unknown[]>(
      `select 1 from identity_conflict where network_id = $1 and subject_ids @> $2::uuid[]
         and kind = $3 and (kind = 'shared_identifier' or status = 'open')`,
      [each.networkId, each.subjectIds, each.kind],
    );
    if (known === undefined) unknown.push(each);
  }
  return unknown;
}

/** Locks it for a change. @throws RESOURCE_NOT_FOUND when it is not the network's */
export async function loadConflict(
  manager: EntityManager,
  networkId: string,
  id: string,
): Promise<IdentityConflict> {
  const [row] = await manager.query<IdentityConflict[]>(
    `select ${COLUMNS} from identity_conflict where conflict_id = $1 and network_id = $2 for update`,
    [id, networkId],
  );
  if (!row) throw notFound('not_found', 'identity conflict not found');
  return row;
}

/** Undefined when it is not the network's. */
export async function findConflict(
  reader: Reader,
  networkId: string,
  id: string,
): Promise<IdentityConflict | undefined> {
  const [row] = await reader.query<IdentityConflict[]>(
    `select ${COLUMNS} from identity_conflict where conflict_id = $1 and network_id = $2`,
    [id, networkId],
  );
  return row;
}

export async function saveConflict(
  manager: EntityManager,
  { id, status, intoSubjectId, resolvedAt }: IdentityConflict,
): Promise<void> {
  await manager.query(
    `update identity_conflict set status = $2, into_subject_id = $3, resolved_at = $4
     where conflict_id = $1`,
    [id, status, intoSubjectId, resolvedAt],
  );
}

export interface ConflictFilter {
  readonly networkId: string;
  readonly status: IdentityConflictStatus | undefined;
  readonly limit: number;
}

export type ConflictPage = ConflictFilter & IdPlace;

/** Ids are ordered by time. Uses the index identity_conflict_by_network. */
const LIST = inEachOrder(
  (is, way) => `
select ${COLUMNS} from identity_conflict
where network_id = $1 and ($2::text is null or status = $2) and conflict_id ${is} $3
order by conflict_id ${way} limit $4`,
);

/** A page of the conflicts. */
export function listConflicts(
  reader: Reader,
  { networkId, status, order, after, limit }: ConflictPage,
): Promise<IdentityConflict[]> {
  return reader.query(LIST[order], [networkId, status ?? null, after, limit]);
}

/** The number of the conflicts, at most the limit. Uses the same index. */
export async function countConflicts(
  reader: Reader,
  { networkId, status, limit }: ConflictFilter,
): Promise<number> {
  const [row] = await reader.query<[{ readonly count: number }]>(
    `select count(*)::integer as count from (
       select from identity_conflict
       where network_id = $1 and ($2::text is null or status = $2) limit $3) found`,
    [networkId, status ?? null, limit],
  );
  return row.count;
}

/** The open conflicts about differing statements of one subject, locked. */
export function openDifferences(
  manager: EntityManager,
  networkId: string,
  subjectId: string,
): Promise<IdentityConflict[]> {
  return manager.query(
    `select ${COLUMNS} from identity_conflict
     where network_id = $1 and status = 'open' and kind <> 'shared_identifier' and $2 = any(subject_ids)
     order by conflict_id for update`,
    [networkId, subjectId],
  );
}
