import type { StatefulServiceName } from '@ndx/contracts';
import type { Type } from '@nestjs/common';
import { BusServer, OutboxRelay } from '@ndx/messaging';
import { ReadModelConfirmation, PeriodicComparison, RequestedComparison } from '@ndx/replication';
import { DataSource } from 'typeorm';
import { Readiness } from '../health/readiness.js';
import { assembleService } from './assemble-service.js';
import { drainConnections } from './connection-drain.js';
import type { ServiceSettings } from '../definition/infrastructure.js';
import type { Stoppable } from './serve-until-stopped.js';
import type { ServiceMetrics } from '../modules/service-metrics.js';
import { METRICS, SETTINGS } from '../definition/tokens.js';
import { outboxWarning } from '../health/outbox-warning.js';
import { replicationWarning } from '../health/replication-warning.js';
import { watchConsumption } from '../health/watch-consumption.js';

/** A running service; `close` finishes requests in flight and closes all resources. */
export interface RunningService extends Stoppable {
  readonly name: StatefulServiceName;
  readonly url: string;
}

/**
 * Boots a service: it consumes, publishes and listens. It fails when a variable is missing, the
 * schema is behind, or the handlers do not match the declared events.
 */
export async function bootService(service: Type, env: NodeJS.ProcessEnv): Promise<RunningService> {
  const assembled = await assembleService(service, env);
  const { app } = assembled;
  const { config, definition, logger } = app.get<ServiceSettings>(SETTINGS);
  const readiness = app.get(Readiness);
  await app.startAllMicroservices();
  const watch = watchConsumption(readiness, app.get(BusServer), {
    logger,
    exitAfterMs: config.CONSUMER_EXIT_AFTER_MS,
  });
  readiness.warn(() => outboxWarning(app.get(DataSource)));
  readiness.warn(() => replicationWarning(app.get(DataSource), config.REQUIRE_SYNCHRONOUS_STANDBY));
  readiness.warn(() => app.get<ServiceMetrics>(METRICS).writeRefusals.warning());
  readiness.warn(() => app.get(ReadModelConfirmation).warning());
  app.get(ReadModelConfirmation).start();
  app.get(OutboxRelay).start();
  app.get(PeriodicComparison).start();
  app.get(RequestedComparison).start();
  await app.listen(config.PORT, config.HOST);
  const url = await app.getUrl();
  logger.info({ url, node: process.version }, `${definition.name} listening`);
  return {
    name: definition.name,
    url,
    shutdownGraceMs: config.SHUTDOWN_GRACE_MS,
    untilBroken: () => watch.untilBroken(),
    drain: () => {
      readiness.require(() => 'stopping');
      return drainConnections(app.getHttpServer());
    },
    close: () => {
      watch.stop();
      return assembled.close();
    },
  };
}
