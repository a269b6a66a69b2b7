import { BOUNDS, conflict } from '@ndx/contracts';
import type { EntityManager } from 'typeorm';
import type { Business } from '../domain/business.js';
import type { Separation } from '../domain/separation.js';
import type { Reader } from './identity-table.js';
import { storeBusinesses } from './store-resolution.js';
import { relateSubjects } from './subject-relations.js';

const COLUMNS = `separation_id as id, network_id as "networkId", subject_id as "subjectId",
  new_subject_id as "newSubjectId", reason, account_id as "accountId", entity_id as "entityId",
  separated_at as "separatedAt", statement_entity_ids as "statementEntityIds",
  record_ids as "recordIds", consent_ids as "consentIds"`;

export async function insertSeparation(manager: EntityManager, one: Separation): Promise<void> {
  await manager.query(
    `insert into subject_separation (separation_id, network_id, subject_id, new_subject_id, reason,
       account_id, entity_id, separated_at, statement_entity_ids, record_ids, consent_ids)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
    [
      ...[one.id, one.networkId, one.subjectId, one.newSubjectId, one.reason],
      ...[one.accountId, one.entityId, one.separatedAt],
      ...[one.statementEntityIds, one.recordIds, one.consentIds],
    ],
  );
}

/**
 * The businesses that were merged into one, by id. Uses the index business_by_merge.
 * @throws RESOURCE_CONFLICT for more than a separation may have
 */
export async function selectMergedInto(reader: Reader, subjectId: string): Promise<string[]> {
  const { parts } = BOUNDS.separation;
  const rows = await reader.query<{ id: string }[]>(
    `select id from business_identity where merged_into = $1 order by id limit ${parts}`,
    [subjectId],
  );
  if (rows.length === parts) {
    throw conflict(
      'limit_reached',
      `a business into which ${parts} or more were merged is not separated`,
    );
  }
  return rows.map(({ id }) => id);
}

/** Oldest first, because ids are ordered by time. Uses the index subject_separation_by_network. */
export function listSeparationsOf(
  reader: Reader,
  page: { readonly networkId: string; readonly after: string; readonly limit: number },
): Promise<Separation[]> {
  return reader.query(
    `select ${COLUMNS} from subject_separation
     where network_id = $1 and separation_id > $2 order by separation_id limit $3`,
    [page.networkId, page.after, page.limit],
  );
}

/**
 * Stores both parts of a locked business. The parts that it had move or are numbered again.
 * @throws LostRaceError when it has changed
 */
export async function storeParts(
  manager: EntityManager,
  { kept, separated }: { readonly kept: Business; readonly separated: Business },
): Promise<void> {
  await manager.query('delete from business_registration where business_id = $1', [kept.id]);
  await manager.query('delete from business_statement where business_id = $1', [kept.id]);
  const { first } = kept.statements;
  const before = { ...kept, registrations: [], statements: { first, others: [] } };
  await storeBusinesses(manager, { created: [separated], enriched: [{ before, after: kept }] });
}

/** The next index among the businesses of a network with an EIN. */
export async function nextEinOrdinal(
  manager: EntityManager,
  { ein, networkId }: Business,
): Promise<number> {
  if (ein === null) return 0;
  const [row] = await manager.query<{ next: number }[]>(
    `select coalesce(max(ein_ordinal), -1) + 1 as next from business_identity
     where ein_index = $1 and network_id = $2`,
    [ein.index, networkId],
  );
  return row?.next ?? 0;
}

/** The institutions of moved statements and consents are related to the new business alone. */
export async function moveRelations(
  manager: EntityManager,
  { subjectId, statementEntityIds }: Separation,
  separated: Business,
  entityIds: readonly string[],
): Promise<void> {
  for (const entityId of entityIds.toSorted()) {
    await relateSubjects(manager, entityId, [separated]);
  }
  await manager.query(
    'delete from subject_relation where subject_id = $1 and entity_id = any($2::uuid[])',
    [subjectId, statementEntityIds],
  );
}
