import { WitnessedLogs, WitnessLogs } from '@ndx/audit';
import {
  Inject,
  Module,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
} from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { ServiceSettings } from '../definition/infrastructure.js';
import { witnessesOf } from '../definition/service-definition.js';
import { METRICS, SETTINGS } from '../definition/tokens.js';
import { Readiness } from '../health/readiness.js';
import type { ServiceMetrics } from './service-metrics.js';
import { ShutdownErrors } from './shutdown-errors.js';

/** Asks the witnesses of the audit logs for cosignatures. */
@Module({})
export class WitnessModule implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly witnessing: WitnessLogs;

  constructor(
    @Inject(DataSource) dataSource: DataSource,
    @Inject(SETTINGS) settings: ServiceSettings,
    @Inject(METRICS) metrics: ServiceMetrics,
    @Inject(Readiness) private readonly readiness: Readiness,
    @Inject(ShutdownErrors) private readonly errors: ShutdownErrors,
  ) {
    this.witnessing = new WitnessLogs({
      logs: new WitnessedLogs(dataSource, witnessesOf(settings.definition)),
      origins: settings.config.WITNESS_ORIGINS.split(','),
      metrics: metrics.witness,
      logger: settings.logger,
    });
  }

  onApplicationBootstrap(): void {
    this.readiness.warn(() => this.witnessing.warning());
    this.witnessing.start();
  }

  onApplicationShutdown(): Promise<void> {
    return this.errors.collect(() => this.witnessing.stop());
  }
}
