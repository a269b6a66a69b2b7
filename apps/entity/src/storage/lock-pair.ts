import { conflict } from '@ndx/contracts';
import type { EntityManager } from 'typeorm';
import type { Pair } from '../domain/merge-subjects.js';
import type { Subject } from '../domain/subject.js';
import { selectMatches, type IdentityTable } from './identity-table.js';

/**
 * The subjects of a merge, locked, with the subjects merged into them earlier.
 * @throws RESOURCE_CONFLICT when one of them was merged meanwhile
 */
export async function lockPair<S extends Subject, Row>(
  manager: EntityManager,
  table: IdentityTable<S, Row>,
  ids: { readonly subjectId: string; readonly intoSubjectId: string },
): Promise<Pair<S>> {
  const { subjectId, intoSubjectId } = ids;
  const selection = {
    condition: 'i.id in ($1, $2) or i.merged_into = $1',
    parameters: [subjectId, intoSubjectId],
  };
  const subjects = await selectMatches(manager, table, selection, 'locked');
  const merged = subjects.find(({ id }) => id === subjectId);
  const into = subjects.find(({ id }) => id === intoSubjectId);
  if (!merged || !into || merged.mergedInto !== null || into.mergedInto !== null) {
    throw conflict('subject_merged', 'one of the subjects is already merged');
  }
  return { merged, into, followers: subjects.filter(({ mergedInto }) => mergedInto === subjectId) };
}
