import {
  HealthController,
  LifecycleModule,
  ProcessTracing,
  ShutdownErrors,
  TelemetryModule,
} from '@ndx/service';
import { AccessLog, type Logger } from '@ndx/telemetry';
import { Inject, Module, type DynamicModule, type OnApplicationShutdown } from '@nestjs/common';
import { AuthenticationModule } from './authentication/authentication.module.js';
import { GatewaySettingsModule } from './gateway-settings.module.js';
import type { GatewayConfig } from './gateway.config.js';
import { StatusController } from './http/status.controller.js';
import { LimitsModule } from './limits/limits.module.js';
import { ProxyModule } from './proxy/proxy.module.js';
import { SigningKeysModule } from './signing-keys/signing-keys.module.js';

/** The gateway's parts and its own routes. The public operations are in routing/routes.ts. */
@Module({ controllers: [StatusController, HealthController] })
export class GatewayModule implements OnApplicationShutdown {
  constructor(
    @Inject(AccessLog) private readonly accessLog: AccessLog,
    @Inject(ProcessTracing) private readonly tracing: ProcessTracing,
    @Inject(ShutdownErrors) private readonly errors: ShutdownErrors,
  ) {}

  static forRoot(config: GatewayConfig, logger: Logger): DynamicModule {
    return {
      module: GatewayModule,
      imports: [
        LifecycleModule,
        TelemetryModule.forRoot({
          name: 'gateway',
          ...{ config, logger },
          servesStrangers: true,
        }),
        GatewaySettingsModule.forRoot(config, logger),
        AuthenticationModule,
        LimitsModule,
        ProxyModule,
        SigningKeysModule,
      ],
    };
  }

  /** Requests have ended: the last spans are exported while everything else closes. */
  onApplicationShutdown(): Promise<void> {
    return this.errors.collect(
      async () => this.accessLog.close(),
      async () => this.tracing.beginClosing(),
    );
  }
}
