import {
  Inject,
  Module,
  type DynamicModule,
  type OnApplicationShutdown,
  type Type,
} from '@nestjs/common';
import { AccessLog } from '@ndx/telemetry';
import { AuditLogController } from '../audit/audit-log.controller.js';
import { PublicLogController } from '../audit/public-log.controller.js';
import type { ServiceSettings } from '../definition/infrastructure.js';
import { InternalReadModelsController } from '../events/internal-read-models.controller.js';
import { InternalEventsController } from '../events/internal-events.controller.js';
import { FigureHistory } from '../health/figure-history.js';
import { HealthController } from '../health/health.controller.js';
import { MetricsController } from '../health/metrics.controller.js';
import { ServiceStatusController } from '../health/service-status.controller.js';
import { SigningKeysController } from '../signing/signing-keys.controller.js';
import { ConfigModule } from './config.module.js';
import { DatabaseModule } from './database.module.js';
import { IdempotencyModule } from './idempotency.module.js';
import { LifecycleModule } from './lifecycle.module.js';
import { MessagingModule } from './messaging.module.js';
import { MetricsModule } from './metrics.module.js';
import { RetentionModule } from './retention.module.js';
import { ShutdownErrors } from './shutdown-errors.js';
import { TelemetryModule } from './telemetry.module.js';
import { WarningsModule } from './warnings.module.js';

/**
 * A service with its injectable parts. Nest runs init hooks of global modules in the order of the
 * imports, then of the service; shutdown hooks run in the reverse order, after requests and
 * consumers have ended: access log, service, relay and bus with the last spans, database.
 */
@Module({})
export class RootModule implements OnApplicationShutdown {
  constructor(
    @Inject(AccessLog) private readonly accessLog: AccessLog,
    @Inject(ShutdownErrors) private readonly errors: ShutdownErrors,
  ) {}

  /** @param serving the modules of a process that serves */
  static forService(
    service: Type,
    settings: ServiceSettings,
    serving: readonly Type[],
  ): DynamicModule {
    const { definition, config, logger } = settings;
    return {
      module: RootModule,
      imports: [
        ConfigModule.forRoot(settings),
        LifecycleModule,
        TelemetryModule.forRoot({ name: definition.name, config, logger }),
        MetricsModule,
        DatabaseModule,
        MessagingModule,
        IdempotencyModule,
        RetentionModule,
        WarningsModule,
        service,
        ...serving,
      ],
      controllers: [
        HealthController,
        MetricsController,
        InternalEventsController,
        InternalReadModelsController,
        ServiceStatusController,
        AuditLogController,
        PublicLogController,
        SigningKeysController,
      ],
      providers: [FigureHistory],
      exports: [FigureHistory],
    };
  }

  onApplicationShutdown(): Promise<void> {
    return this.errors.collect(async () => this.accessLog.close());
  }
}
