import { BusServer, OutboxRelay, Transactions } from '@ndx/messaging';
import { Registry } from 'prom-client';
import { Module, type DynamicModule, type Type } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { InternalEventsController } from '../events/internal-events.controller.js';
import { Sealer } from '@ndx/sealing';
import { HealthController } from '../health/health.controller.js';
import { MetricsController } from '../health/metrics.controller.js';
import { Readiness } from '../health/readiness.js';
import { ServiceClients } from '../http/service-clients.js';
import { ForgetOldKeys } from '../idempotency/forget-old-keys.js';
import { KeptAnswers } from '../idempotency/kept-answers.js';
import { PoolMetrics } from '@ndx/telemetry';
import { PrincipalSigner } from '../principal/signed-principal.js';
import type { Infrastructure } from './infrastructure.js';
import type { Messaging } from './messaging.js';
import type { ServiceMetrics } from './service-metrics.js';
import { CONFIG, DATABASE_URL, LOGGER } from './tokens.js';

/** Its contents come with the service. */
@Module({})
class RootModule {}

/** What a service is put together from. */
export interface ServiceParts extends Infrastructure {
  readonly messaging: Messaging;
  readonly metrics: ServiceMetrics;
  readonly readiness: Readiness;
}

/** The service's module with everything that it may inject. */
export function rootModule(service: Type, parts: ServiceParts): DynamicModule {
  const { config, databaseUrl, dataSource, logger, registry, messaging, metrics, readiness } =
    parts;
  const providers = [
    { provide: CONFIG, useValue: config },
    { provide: DATABASE_URL, useValue: databaseUrl },
    { provide: LOGGER, useValue: logger },
    { provide: Registry, useValue: registry },
    { provide: PoolMetrics, useValue: metrics.pools },
    { provide: DataSource, useValue: dataSource },
    { provide: Transactions, useValue: messaging.transactions },
    { provide: OutboxRelay, useValue: messaging.relay },
    { provide: BusServer, useValue: messaging.server },
    { provide: ServiceClients, useValue: messaging.clients },
    { provide: PrincipalSigner, useValue: messaging.signer },
    { provide: Readiness, useValue: readiness },
    {
      provide: KeptAnswers,
      useValue: new KeptAnswers(dataSource, new Sealer(config.SEALING_KEYS)),
    },
    {
      provide: ForgetOldKeys,
      useValue: new ForgetOldKeys({ dataSource, logger, keepHours: config.IDEMPOTENCY_KEEP_HOURS }),
    },
  ];
  return {
    module: RootModule,
    global: true,
    imports: [service],
    controllers: [HealthController, MetricsController, InternalEventsController],
    providers,
    exports: providers.map(({ provide }) => provide),
  };
}
