import pg from 'pg';
import { DataSource, type MixedList } from 'typeorm';
import { PooledClient } from './pooled-client.js';
import { TracedClient } from './traced-postgres.js';

/** A row class, and a migration class, as TypeORM takes them. */
// eslint-disable-next-line @typescript-eslint/no-unsafe-function-type -- TypeORM's own type for a class
export type ClassList = Extract<MixedList<Function>, unknown[]>;

export interface StorageOptions {
  readonly url: string;
  readonly poolSize: number;
  readonly rows: ClassList;
  readonly migrations: ClassList;
  /** Whether its statements are traced. */
  readonly traced?: boolean;
}

/** The database of one service. Only migrations change its schema. */
export function createDataSource({
  url,
  poolSize,
  rows,
  migrations,
  traced = false,
}: StorageOptions): DataSource {
  return new DataSource({
    type: 'postgres',
    // Otherwise TypeORM looks for the package itself, which a bundle does not have.
    driver: pg,
    url,
    poolSize,
    entities: rows,
    migrations,
    migrationsTransactionMode: 'each',
    synchronize: false,
    logging: false,
    extra: { connectionTimeoutMillis: 5_000, Client: traced ? TracedClient : PooledClient },
  });
}
