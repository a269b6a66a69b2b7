import type { QueryRunner } from 'typeorm';

export interface IndexDefinition {
  readonly name: string;
  readonly isUnique?: boolean;
  /** The SQL after `on`: the table, the method and the columns. */
  readonly on: string;
}

/**
 * Builds an index while the table is in use; for a migration with `transaction = false`. Repeatable:
 * an interrupted build leaves an invalid index, which is dropped first.
 */
export async function buildIndex(
  runner: QueryRunner,
  { name, isUnique = false, on }: IndexDefinition,
): Promise<void> {
  await runner.query(`drop index concurrently if exists ${name}`);
  await runner.query(`create ${isUnique ? 'unique ' : ''}index concurrently ${name} on ${on}`);
}
