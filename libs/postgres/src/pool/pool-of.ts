import pg from 'pg';
import type { DataSource } from 'typeorm';

/**
 * The connections that TypeORM has to a service's database.
 * @throws Error when it is not connected yet
 */
export function poolOf({ driver }: DataSource): pg.Pool {
  const pool: unknown = Reflect.get(driver, 'master');
  if (!(pool instanceof pg.Pool)) throw new Error('the database is not connected');
  return pool;
}
