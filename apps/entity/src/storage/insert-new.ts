import { conflict } from '@ndx/contracts';
import type { EntityManager, EntityTarget, ObjectLiteral } from 'typeorm';
import type { QueryDeepPartialEntity } from 'typeorm/query-builder/QueryPartialEntity.js';

/**
 * Inserts a row with unique ids. @throws RESOURCE_CONFLICT with the given text when an id is taken
 */
export async function insertNew<Row extends ObjectLiteral>(
  manager: EntityManager,
  target: EntityTarget<Row>,
  row: QueryDeepPartialEntity<Row>,
  taken: string,
): Promise<void> {
  const insert = manager.createQueryBuilder().insert().into(target).values(row).orIgnore();
  const inserted: { readonly raw: unknown } = await insert.returning('id').execute();
  if (!Array.isArray(inserted.raw) || inserted.raw.length === 0)
    throw conflict('already_exists', taken);
}
