import { Global, Module } from '@nestjs/common';
import { PoolMetrics, Registry } from '@ndx/telemetry';
import type { ServiceSettings } from '../boot/infrastructure.js';
import { serviceMetrics, type ServiceMetrics } from '../boot/service-metrics.js';
import { METRICS, SETTINGS } from '../boot/tokens.js';

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
