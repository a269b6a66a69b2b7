import type { Type } from '@nestjs/common';
import { migrate } from '../storage/migrate.js';
import { createInfrastructure } from './infrastructure.js';
import { definitionOf } from './service-definition.js';

/**
 * Brings a service's schema up to date.
 * @returns the names of the migrations that were run
 */
export async function migrateService(service: Type, env: NodeJS.ProcessEnv): Promise<string[]> {
  const { dataSource, definition, logger } = createInfrastructure(definitionOf(service), env);
  await dataSource.initialize();
  try {
    const run = await migrate(dataSource);
    logger.info({ migrations: run }, `${definition.name}: ${run.length} migration(s) run`);
    return run;
  } finally {
    await dataSource.destroy();
  }
}
