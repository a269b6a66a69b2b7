import { loadConfig } from '@ndx/config';
import { hostname } from 'node:os';
import { serviceVariable } from '@ndx/contracts';
import type { Type } from '@nestjs/common';
import { createLogger } from '@ndx/telemetry';
import {
  connecting,
  migrate,
  type MigrateOptions,
  namedConnections,
  poolOf,
  requireOwnSession,
} from '@ndx/postgres';
import { createServiceDataSource } from '../definition/service-data-source.js';
import { configSpecOf, definitionOf } from '../definition/service-definition.js';

/**
 * Brings a service's schema up to date. It reads the database address and no keys, so that the role
 * that changes the schema needs no access to the data (design 12).
 * @returns the names of the executed migrations
 * @throws MigrationLockHeld when another runner does not end, or DatabaseFailure when the database
 *   cannot be connected to or a pooler shares sessions: the lock of the migration is one of a session
 */
export async function migrateService(
  service: Type,
  env: NodeJS.ProcessEnv,
  waits: Pick<MigrateOptions, 'waitMs' | 'giveUpAfterMs'> = {},
): Promise<string[]> {
  const definition = definitionOf(service);
  const { name, rows, migrations } = definition;
  const variable = serviceVariable(name, 'DATABASE_URL');
  const read = ['LOG_LEVEL', variable];
  const spec = Object.entries(configSpecOf(definition)).filter(([each]) => read.includes(each));
  const config = loadConfig(name, Object.fromEntries(spec), env);
  const logger = createLogger(name, String(config['LOG_LEVEL']));
  const holder = `${name} migrate (${hostname()} ${process.pid})`;
  const url = namedConnections(String(config[variable]), holder);
  // One connection migrates, the other watches locks.
  const dataSource = createServiceDataSource({ url, poolSize: 2, rows, migrations });
  await connecting({ variable, url }, () => dataSource.initialize());
  try {
    await requireOwnSession(variable, poolOf(dataSource));
    const run = await migrate(dataSource, { url, holder, logger, ...waits });
    logger.info({ migrations: run }, `${name}: ${run.length} migration(s) applied`);
    return run;
  } finally {
    await dataSource.destroy();
  }
}
