import {
  Global,
  Inject,
  Module,
  type OnApplicationShutdown,
  type OnModuleInit,
} from '@nestjs/common';
import { serviceVariable } from '@ndx/contracts';
import {
  connecting,
  poolOf,
  requireCurrentSchema,
  requireOwnSession,
  sharedSessions,
} from '@ndx/postgres';
import { requireSealingKeys } from '@ndx/sealing';
import { PoolMetrics } from '@ndx/telemetry';
import { DataSource } from 'typeorm';
import { dataSourceOf, type ServiceSettings } from '../definition/infrastructure.js';
import { SETTINGS } from '../definition/tokens.js';
import { Readiness } from '../health/readiness.js';
import { ShutdownErrors } from './shutdown-errors.js';

/**
 * Connects to the service's own database and checks its schema and keys before other modules start.
 */
@Global()
@Module({
  providers: [{ provide: DataSource, inject: [SETTINGS], useFactory: dataSourceOf }],
  exports: [DataSource],
})
export class DatabaseModule implements OnModuleInit, OnApplicationShutdown {
  private wasConnected = false;

  constructor(
    @Inject(DataSource) private readonly dataSource: DataSource,
    @Inject(SETTINGS) private readonly settings: ServiceSettings,
    @Inject(PoolMetrics) private readonly pools: PoolMetrics,
    @Inject(Readiness) private readonly readiness: Readiness,
    @Inject(ShutdownErrors) private readonly errors: ShutdownErrors,
  ) {}

  /**
   * @throws DatabaseFailure when the database cannot be connected to, or a pooler shares sessions, or
   *   Error when the schema is behind or a sealing key is missing
   */
  async onModuleInit(): Promise<void> {
    const { dataSource, settings } = this;
    const variable = serviceVariable(settings.definition.name, 'DATABASE_URL');
    await connecting({ variable, url: settings.databaseUrl }, () => dataSource.initialize());
    this.wasConnected = true;
    const pool = poolOf(dataSource);
    this.pools.add('service', pool);
    await requireOwnSession(variable, pool);
    // A pooler can be configured otherwise while the process runs.
    this.readiness.require(() => sharedSessions(variable, pool));
    await requireCurrentSchema(dataSource);
    await requireSealingKeys(settings.definition.name, dataSource, settings.config.SEALING_KEYS);
  }

  async onApplicationShutdown(): Promise<void> {
    if (this.wasConnected) await this.errors.collect(() => this.dataSource.destroy());
  }
}
