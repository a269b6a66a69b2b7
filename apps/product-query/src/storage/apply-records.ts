import type { EntityManager } from 'typeorm';
import type { FurnishedRecord } from '../domain/statements.js';
import { withoutEnded } from './record-ends.js';
import { keepStatements } from './statement-projection.js';
import { withSurvivors } from './subject-merges.js';
import { withSeparated } from './subject-separations.js';

/** Makes records queryable that have not ended, for the subjects that they are about now. */
export async function applyRecords(
  manager: EntityManager,
  records: readonly FurnishedRecord[],
): Promise<void> {
  const standing = await withoutEnded(manager, records);
  const current = await withSeparated(manager, await withSurvivors(manager, standing));
  await keepStatements(manager, current);
}
