import {
  MigrationExecutor,
  type DataSource,
  type Migration,
  type MigrationInterface,
} from 'typeorm';

/** The difference between a database's schema and the code. */
export interface SchemaState {
  /** Migrations of the code that the database lacks. */
  readonly pending: readonly Migration[];
  /** Migrations of the database that the code does not have: from a later version. */
  readonly unknown: readonly string[];
}

/** Only reads: it creates no table, not even in an empty database. */
export async function schemaState(dataSource: DataSource): Promise<SchemaState> {
  const executor = new MigrationExecutor(dataSource);
  const known = new Set(dataSource.migrations.map(nameOf));
  const executed = await executor.getExecutedMigrations();
  return {
    pending: await executor.getPendingMigrations(),
    unknown: executed.map(({ name }) => name).filter((name) => !known.has(name)),
  };
}

/**
 * Accepts a schema that is ahead of the code, as after a rollback and during every upgrade.
 *
 * @throws Error when the schema is behind the code
 */
export async function requireCurrentSchema(dataSource: DataSource): Promise<void> {
  const { pending } = await schemaState(dataSource);
  if (pending.length === 0) return;
  const names = pending.map(({ name }) => name).join(', ');
  throw new Error(
    `the database schema is behind this version by ${pending.length} migration(s), run the migrate command first: ${names}`,
  );
}

/** A migration's name in the database. */
function nameOf(migration: MigrationInterface): string {
  return migration.name ?? migration.constructor.name;
}
