import { Global, Module } from '@nestjs/common';
import { PoolMetrics, Registry } from '@ndx/telemetry';
import type { ServiceSettings } from '../definition/infrastructure.js';
import { serviceMetrics, type ServiceMetrics } from './service-metrics.js';
import { METRICS, SETTINGS } from '../definition/tokens.js';

/** The common metrics of every service. */
@Global()
@Module({
  providers: [
    {
      provide: METRICS,
      inject: [Registry, SETTINGS],
      useFactory: (registry: Registry, { definition }: ServiceSettings) =>
        serviceMetrics(registry, definition.name),
    },
    {
      provide: PoolMetrics,
      inject: [METRICS],
      useFactory: ({ pools }: ServiceMetrics) => pools,
    },
  ],
  exports: [METRICS, PoolMetrics],
})
export class MetricsModule {}
