import { Inject, Module, type OnModuleInit } from '@nestjs/common';
import { ReadModelConfirmation } from '@ndx/replication';
import { DataSource } from 'typeorm';
import type { ServiceSettings } from '../definition/infrastructure.js';
import { METRICS, SETTINGS } from '../definition/tokens.js';
import { outboxWarning } from '../health/outbox-warning.js';
import { Readiness } from '../health/readiness.js';
import { replicationWarning } from '../health/replication-warning.js';
import type { ServiceMetrics } from './service-metrics.js';

/** The warnings that a ready service reports. */
@Module({})
export class WarningsModule implements OnModuleInit {
  constructor(
    @Inject(Readiness) private readonly readiness: Readiness,
    @Inject(DataSource) private readonly dataSource: DataSource,
    @Inject(SETTINGS) private readonly settings: ServiceSettings,
    @Inject(METRICS) private readonly metrics: ServiceMetrics,
    @Inject(ReadModelConfirmation) private readonly confirmation: ReadModelConfirmation,
  ) {}

  onModuleInit(): void {
    const { readiness, dataSource } = this;
    const { REQUIRE_SYNCHRONOUS_STANDBY: isRequired } = this.settings.config;
    readiness.warn(() => outboxWarning(dataSource));
    readiness.warn(() => replicationWarning(dataSource, isRequired));
    readiness.warn(() => this.metrics.writeRefusals.warning());
    readiness.warn(() => this.confirmation.warning());
  }
}
