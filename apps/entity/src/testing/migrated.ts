import { DataSource } from 'typeorm';

/** Migrates a database, runs the statement, and returns its result. */
export async function migrated(
  url: string,
  migrations: (new () => object)[],
  statement: string,
): Promise<unknown[]> {
  const dataSource = new DataSource({ type: 'postgres', url, migrations });
  await dataSource.initialize();
  try {
    await dataSource.runMigrations();
    return await dataSource.query<unknown[]>(statement);
  } finally {
    await dataSource.destroy();
  }
}
