import 'reflect-metadata';
import type { Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { checkOperations, OPERATIONS } from '@ndx/api';
import { requireSealingKeys } from '@ndx/sealing';
import { Readiness } from '../health/readiness.js';
import { ErrorFilter } from '../http/error-filter.js';
import { handledOperations } from '../http/handles.js';
import { takeJsonOnly } from '../http/json-bodies.js';
import { tellOfAnswers } from '../http/answered-requests.js';
import { addRequestHooks } from '../http/request-hooks.js';
import { ShapePipe } from '../http/shape-pipe.js';
import { UndeclaredParts } from '../http/undeclared-parts.js';
import { Idempotency } from '../idempotency/idempotency.interceptor.js';
import { KeptAnswers } from '../idempotency/kept-answers.js';
import { ReplayFilter } from '../idempotency/replay.js';
import { AccessLog, NestLogger, startTracing } from '@ndx/telemetry';
import { poolOf, requireCurrentSchema } from '@ndx/postgres';
import { DRAINABLE } from './connection-drain.js';
import { createInfrastructure, type Infrastructure } from './infrastructure.js';
import { letGoInTurn, letGoTogether } from './let-go.js';
import { connectMessaging, type Messaging } from './messaging.js';
import { rootModule } from './root-module.js';
import { definitionOf } from './service-definition.js';
import { serviceMetrics } from './service-metrics.js';

/** Room for a principal with ten thousand memberships. */
const MAX_HEADER_BYTES = 1_048_576;

/** A service with all its parts in place; it neither consumes nor listens yet. */
export interface AssembledService {
  readonly infrastructure: Infrastructure;
  readonly messaging: Messaging;
  readonly readiness: Readiness;
  readonly app: NestFastifyApplication;
  /** Finishes what is in flight and lets go of everything. */
  close(): Promise<void>;
}

/**
 * Puts a service together: configuration, database, bus, handlers, HTTP.
 * @throws ConfigurationError, or an Error when the schema is behind or the handlers do not fit the
 * declared operations and events
 */
export async function assembleService(
  service: Type,
  env: NodeJS.ProcessEnv,
): Promise<AssembledService> {
  const definition = definitionOf(service);
  const { operations = OPERATIONS } = definition;
  checkOperations(definition.name, handledOperations(definition.http), operations);
  const infrastructure = createInfrastructure(definition, env);
  const { config, dataSource, logger, registry } = infrastructure;
  const metrics = serviceMetrics(registry, definition.name);
  const accessLog = new AccessLog(definition.name, config.LOG_LEVEL, 'debug');
  await dataSource.initialize();
  metrics.pools.add('service', poolOf(dataSource));
  await requireCurrentSchema(dataSource);
  await requireSealingKeys(definition.name, dataSource, config.SEALING_KEYS);
  const messaging = await connectMessaging(infrastructure, metrics);
  const tracing = await startTracing({ name: definition.name, config, logger, registry });
  const readiness = new Readiness();
  const app = await NestFactory.create<NestFastifyApplication>(
    rootModule(service, { ...infrastructure, messaging, metrics, readiness }),
    new FastifyAdapter({
      ...DRAINABLE,
      bodyLimit: config.MAX_BODY_BYTES,
      // The principal travels in a header and names every network of its institution.
      http: { maxHeaderSize: MAX_HEADER_BYTES },
      // As long as a request line may be: an id that is too long is an id that is not found.
      routerOptions: { maxParamLength: MAX_HEADER_BYTES },
    }),
    { logger: new NestLogger(logger), abortOnError: false, bodyParser: false },
  );
  const fastify = app.getHttpAdapter().getInstance();
  takeJsonOnly(fastify);
  tellOfAnswers(fastify, metrics.http, accessLog);
  addRequestHooks(fastify, messaging.signer);
  app.useGlobalFilters(new ErrorFilter(logger), new ReplayFilter());
  app.useGlobalGuards(new UndeclaredParts());
  app.useGlobalInterceptors(new Idempotency(messaging.transactions, app.get(KeptAnswers)));
  app.useGlobalPipes(new ShapePipe());
  app.connectMicroservice({ strategy: messaging.server });
  await app.init();
  return {
    infrastructure,
    messaging,
    readiness,
    app,
    close: async () => {
      readiness.require(() => 'stopping');
      await letGoInTurn(
        // Requests and consumers first, then the relay: after it nothing is traced any more.
        () => app.close(),
        async () => accessLog.close(),
        () => messaging.relay.stop(),
        () =>
          letGoTogether(
            () => tracing.close(config.SHUTDOWN_GRACE_MS),
            () =>
              letGoInTurn(
                () => messaging.close(),
                () => dataSource.destroy(),
              ),
          ),
      );
    },
  };
}
