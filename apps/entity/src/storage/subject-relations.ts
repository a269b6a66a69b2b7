import type { Subject } from '../domain/subject.js';
import type { Reader } from './identity-table.js';

/** A subject of a network; one that was merged is related through the subject that stands for it. */
type Related = Pick<Subject, 'id' | 'networkId' | 'mergedInto'>;

/**
 * Records that an institution furnished a record about these subjects, or recorded a consent for
 * them: a search of theirs lists them under `identity_visibility` `related` (decision 0077). Rows are
 * inserted in the order of their key, so that transactions do not deadlock.
 */
export async function relateSubjects(
  manager: Reader,
  entityId: string,
  subjects: readonly Related[],
): Promise<void> {
  if (subjects.length === 0) return;
  await manager.query(
    `insert into subject_relation (subject_id, entity_id, network_id)
     select distinct subject_id, $1::uuid, network_id
     from unnest($2::uuid[], $3::uuid[]) related (subject_id, network_id)
     order by subject_id
     on conflict (subject_id, entity_id) do nothing`,
    [
      entityId,
      subjects.map(({ id, mergedInto }) => mergedInto ?? id),
      subjects.map(({ networkId }) => networkId),
    ],
  );
}

/** The subjects among these to which the institution is related. */
export async function relatedAmong(
  manager: Reader,
  entityId: string,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await manager.query<{ readonly subject_id: string }[]>(
    `select subject_id from subject_relation
     where entity_id = $1 and subject_id = any($2::uuid[])`,
    [entityId, ids],
  );
  return new Set(rows.map(({ subject_id }) => subject_id));
}

/** The institutions of a merged subject are those of the subject that stands for it. */
export async function inheritRelations(
  manager: Reader,
  ids: { readonly subjectId: string; readonly intoSubjectId: string },
): Promise<void> {
  await manager.query(
    `insert into subject_relation (subject_id, entity_id, network_id)
     select $2, entity_id, network_id from subject_relation where subject_id = $1
     order by entity_id
     on conflict (subject_id, entity_id) do nothing`,
    [ids.subjectId, ids.intoSubjectId],
  );
}
