import type { DataSource } from 'typeorm';

/** Any number will do, as long as every runner takes the same lock. */
const MIGRATION_LOCK = 7_213_450_117;

/**
 * Brings the schema up to date. Two runners do not collide: the second waits, then finds nothing
 * left to do.
 * @returns the names of the migrations that were run
 */
export async function migrate(dataSource: DataSource): Promise<string[]> {
  const holder = dataSource.createQueryRunner();
  await holder.connect();
  try {
    await holder.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    const run = await dataSource.runMigrations();
    return run.map((migration) => migration.name);
  } finally {
    await holder.query('select pg_advisory_unlock($1)', [MIGRATION_LOCK]);
    await holder.release();
  }
}

/** @throws Error when the schema is behind the code */
export async function requireCurrentSchema(dataSource: DataSource): Promise<void> {
  if (await dataSource.showMigrations()) {
    throw new Error('the database schema is behind this version: run the migrate command first');
  }
}
