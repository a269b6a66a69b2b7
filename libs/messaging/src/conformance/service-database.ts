import type { ClassList } from '@ndx/postgres';
import { createTestDatabase } from '@ndx/testing';
import { DataSource } from 'typeorm';
import { CreateMessaging1700000000000 } from '../migrations/1700000000000-create-messaging.js';

export interface ServiceDatabase {
  readonly name: string;
  readonly url: string;
  readonly dataSource: DataSource;
  drop(): Promise<void>;
}

/** A service database; by default with only the tables of messaging. */
export async function serviceDatabase(
  poolSize = 10,
  migrations: ClassList = [CreateMessaging1700000000000],
): Promise<ServiceDatabase> {
  const database = await createTestDatabase();
  const dataSource = new DataSource({
    type: 'postgres',
    url: database.url,
    migrations: [...migrations],
    poolSize,
    // Tests terminate connections; the next user of the database gets the error.
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
