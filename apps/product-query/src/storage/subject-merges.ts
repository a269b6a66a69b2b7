import type { EntityManager } from 'typeorm';
import { moveStatements } from './statement-projection.js';

/** A merged subject and the remaining one. */
export interface SubjectMerge {
  readonly subjectId: string;
  readonly intoSubjectId: string;
}

/** Moves the furnished data of merged subjects to the remaining ones. */
export async function moveRecords(
  manager: EntityManager,
  merges: readonly SubjectMerge[],
): Promise<void> {
  for (const { subjectId, intoSubjectId } of merges) {
    const survivors = await survivorsOf(manager, [intoSubjectId]);
    const target = survivors.get(intoSubjectId) ?? intoSubjectId;
    await moveStatements(manager, subjectId, target);
  }
}

/** The subjects that were merged into one. Uses the index subject_copy_merged. */
export async function mergedInto(manager: EntityManager, subjectId: string): Promise<string[]> {
  const rows = await manager.query<{ subject_id: string }[]>(
    'select subject_id from subject_copy where merged_into = $1',
    [subjectId],
  );
  return rows.map(({ subject_id }) => subject_id);
}

/** Replaces merged subjects in the records by the remaining ones, before the records are stored. */
export async function withSurvivors<R extends { readonly subject_id: string }>(
  manager: EntityManager,
  records: readonly R[],
): Promise<R[]> {
  const survivors = await survivorsOf(
    manager,
    records.map(({ subject_id }) => subject_id),
  );
  return records.map((record) => ({
    ...record,
    subject_id: survivors.get(record.subject_id) ?? record.subject_id,
  }));
}

/**
 * The remaining subjects by id of the merged one. The shared lock prevents a concurrent merge.
 */
async function survivorsOf(
  manager: EntityManager,
  subjectIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await manager.query<{ subject_id: string; merged_into: string | null }[]>(
    `select subject_id, merged_into from subject_copy where subject_id = any($1::uuid[])
     order by subject_id for share`,
    [[...new Set(subjectIds)]],
  );
  return new Map(
    rows.flatMap(({ subject_id, merged_into }) =>
      merged_into === null ? [] : [[subject_id, merged_into] as const],
    ),
  );
}
