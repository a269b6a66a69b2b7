import { CONFIG, LOGGER } from '@ndx/service';
import { Registry, type Logger } from '@ndx/telemetry';
import { Module, type DynamicModule } from '@nestjs/common';
import type { GatewayConfig } from './gateway.config.js';
import { GatewayMetrics } from './metrics/gateway-metrics.js';

/** Configuration, logger and metrics of the gateway, for all its modules. */
@Module({})
export class GatewaySettingsModule {
  static forRoot(config: GatewayConfig, logger: Logger): DynamicModule {
    return {
      module: GatewaySettingsModule,
      global: true,
      providers: [
        { provide: CONFIG, useValue: config },
        { provide: LOGGER, useValue: logger },
        {
          provide: GatewayMetrics,
          inject: [Registry],
          useFactory: (registry: Registry) => new GatewayMetrics(registry),
        },
      ],
      exports: [CONFIG, LOGGER, GatewayMetrics],
    };
  }
}
