import { warnOfUnverifiedDatabases } from '@ndx/config';
import type { StatefulServiceName } from '@ndx/contracts';
import type { Type } from '@nestjs/common';
import type { ServiceSettings } from '../definition/infrastructure.js';
import { configSpecOf } from '../definition/service-definition.js';
import { SETTINGS } from '../definition/tokens.js';
import { Readiness } from '../health/readiness.js';
import { Consumption } from '../modules/serving.module.js';
import { assembleService } from './assemble-service.js';
import type { Stoppable } from './serve-until-stopped.js';

/** A running service; `close` finishes requests in flight and closes all resources. */
export interface RunningService extends Stoppable {
  readonly name: StatefulServiceName;
  readonly url: string;
  readonly eventLoopTimeoutMs: number;
}

/**
 * Boots a service: it consumes, publishes and listens. It fails when a variable is missing, the
 * schema is behind, or the handlers do not match the declared events.
 */
export async function bootService(service: Type, env: NodeJS.ProcessEnv): Promise<RunningService> {
  const assembled = await assembleService(service, env, { serves: true });
  const { app } = assembled;
  const { config, definition, logger } = app.get<ServiceSettings>(SETTINGS);
  warnOfUnverifiedDatabases(configSpecOf(definition), config, (sentence) => logger.warn(sentence));
  const readiness = app.get(Readiness);
  const consumption = app.get(Consumption);
  await app.listen(config.PORT, config.HOST);
  const url = await app.getUrl();
  logger.info({ url, node: process.version }, `${definition.name} listening`);
  return {
    name: definition.name,
    url,
    eventLoopTimeoutMs: config.EVENT_LOOP_TIMEOUT_MS,
    shutdownGraceMs: config.SHUTDOWN_GRACE_MS,
    untilBroken: () => consumption.untilBroken(),
    drain: () => {
      readiness.require(() => 'stopping');
      return assembled.connections.drain();
    },
    close: () => assembled.close(),
  };
}
