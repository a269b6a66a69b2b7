import { CONFIG, HealthController, Readiness } from '@ndx/service';
import { Module, type DynamicModule } from '@nestjs/common';
import type { GatewayConfig } from './gateway.config.js';
import { StatusController } from './http/status.controller.js';

/** The gateway's own routes. The public operations are in routing/routes.ts. */
@Module({ controllers: [StatusController, HealthController] })
export class GatewayModule {
  static with(config: GatewayConfig, readiness: Readiness): DynamicModule {
    return {
      module: GatewayModule,
      providers: [
        { provide: CONFIG, useValue: config },
        { provide: Readiness, useValue: readiness },
      ],
    };
  }
}
