import type { DataSource } from 'typeorm';
import type { MeasuredPool } from '@ndx/telemetry';

/**
 * The connections that TypeORM has to a service's database.
 * @throws Error when it is not connected yet
 */
export function poolOf({ driver }: DataSource): MeasuredPool {
  const pool: unknown = Reflect.get(driver, 'master');
  if (!isMeasured(pool)) throw new Error('the database is not connected');
  return pool;
}

function isMeasured(pool: unknown): pool is MeasuredPool {
  return typeof pool === 'object' && pool !== null && 'waitingCount' in pool && 'options' in pool;
}
