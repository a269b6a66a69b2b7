import { messagingMigrations } from '@ndx/messaging';
import { DataSource, type MixedList } from 'typeorm';

/** A row class, and a migration class, as TypeORM takes them. */
// eslint-disable-next-line @typescript-eslint/no-unsafe-function-type -- TypeORM's own type for a class
export type ClassList = Extract<MixedList<Function>, unknown[]>;

export interface StorageOptions {
  readonly url: string;
  readonly poolSize: number;
  readonly rows: ClassList;
  readonly migrations: ClassList;
}

/** The database of one service. Its schema moves by migrations only. */
export function createDataSource({ url, poolSize, rows, migrations }: StorageOptions): DataSource {
  return new DataSource({
    type: 'postgres',
    url,
    poolSize,
    entities: rows,
    migrations: [...messagingMigrations, ...migrations],
    migrationsTransactionMode: 'each',
    synchronize: false,
    logging: false,
    extra: { connectionTimeoutMillis: 5_000 },
  });
}
