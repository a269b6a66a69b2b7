import { serviceVariable } from '@ndx/contracts';
import type { Type } from '@nestjs/common';
import { loadConfig } from '../config/service-config.js';
import { createLogger } from '../logging/logger.js';
import { createDataSource } from '../storage/data-source.js';
import { migrate } from '../storage/migrate.js';
import { configSpecOf, definitionOf } from './service-definition.js';

/**
 * Brings a service's schema up to date. It reads the address of the database and no key, so that
 * whoever changes the schema need not be trusted with the data (design 12).
 * @returns the names of the migrations that were run
 */
export async function migrateService(service: Type, env: NodeJS.ProcessEnv): Promise<string[]> {
  const definition = definitionOf(service);
  const { name, rows, migrations } = definition;
  const databaseUrl = serviceVariable(name, 'DATABASE_URL');
  const read = ['LOG_LEVEL', databaseUrl];
  const spec = Object.entries(configSpecOf(definition)).filter(([each]) => read.includes(each));
  const config = loadConfig(name, Object.fromEntries(spec), env);
  const logger = createLogger(name, String(config['LOG_LEVEL']));
  const dataSource = createDataSource({
    url: String(config[databaseUrl]),
    // One holds the lock, one migrates.
    poolSize: 2,
    rows,
    migrations,
  });
  await dataSource.initialize();
  try {
    const run = await migrate(dataSource);
    logger.info({ migrations: run }, `${name}: ${run.length} migration(s) run`);
    return run;
  } finally {
    await dataSource.destroy();
  }
}
