import { describeError } from '@ndx/contracts';
import { isSynchronous } from '@ndx/postgres';
import type { DataSource } from 'typeorm';

/** The reason why a failover would lose commits, where it must not; undefined without one. */
export async function replicationWarning(
  dataSource: DataSource,
  isRequired: boolean,
): Promise<string | undefined> {
  if (!isRequired) return undefined;
  try {
    if (await isSynchronous(dataSource)) return undefined;
    return 'commits do not wait for a synchronous standby: a failover loses the last ones';
  } catch (error) {
    return `the replication of the database cannot be read: ${describeError(error)}`;
  }
}
