import type { StatefulServiceName } from '@ndx/contracts';
import type { Type } from '@nestjs/common';
import type { Readiness } from '../health/readiness.js';
import { assembleService } from './assemble-service.js';
import type { Messaging } from './messaging.js';
import type { Stoppable } from './serve-until-stopped.js';

/** A service that answers; `close` finishes what is in flight and lets go of everything. */
export interface RunningService extends Stoppable {
  readonly name: StatefulServiceName;
  readonly url: string;
}

/**
 * Boots a service: it consumes, publishes and listens. It refuses to boot when a variable is
 * missing, the schema is behind, or the handlers do not fit the declared events.
 */
export async function bootService(service: Type, env: NodeJS.ProcessEnv): Promise<RunningService> {
  const assembled = await assembleService(service, env);
  const { app, infrastructure, messaging, readiness } = assembled;
  const { config, definition, logger } = infrastructure;
  await app.startAllMicroservices();
  requireConsumption(readiness, messaging);
  messaging.relay.start();
  await app.listen(config.PORT, config.HOST);
  const url = await app.getUrl();
  logger.info({ url }, `${definition.name} listens`);
  return {
    name: definition.name,
    url,
    shutdownGraceMs: config.SHUTDOWN_GRACE_MS,
    close: () => assembled.close(),
  };
}

/** Ready only when what was on the bus at start has been applied, and while consumption runs (design 3). */
function requireConsumption(readiness: Readiness, { server }: Messaging): void {
  let waitingFor: string | undefined = 'not caught up with the bus yet';
  server.subscription.caughtUp().then(
    () => {
      waitingFor = undefined;
    },
    (error: unknown) => {
      waitingFor = `the bus cannot be read: ${String(error)}`;
    },
  );
  readiness.require(() => waitingFor);
  readiness.require(() => {
    const state = server.state();
    return state === 'running' ? undefined : `consumption is ${state}`;
  });
}
