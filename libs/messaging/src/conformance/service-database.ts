import { createTestDatabase } from '@ndx/testing';
import { DataSource } from 'typeorm';
import { messagingMigrations } from '../migrations/index.js';

export interface ServiceDatabase {
  readonly name: string;
  readonly url: string;
  readonly dataSource: DataSource;
  drop(): Promise<void>;
}

/** The database of a service that has nothing yet but what messaging needs. */
export async function serviceDatabase(poolSize = 10): Promise<ServiceDatabase> {
  const database = await createTestDatabase();
  const dataSource = new DataSource({
    type: 'postgres',
    url: database.url,
    migrations: messagingMigrations,
    poolSize,
    // A connection that a test terminates; the next user of the database gets the error.
    poolErrorHandler: () => undefined,
  });
  await dataSource.initialize();
  await dataSource.runMigrations();
  return {
    name: new URL(database.url).pathname.slice(1),
    url: database.url,
    dataSource,
    async drop() {
      await dataSource.destroy();
      await database.drop();
    },
  };
}
