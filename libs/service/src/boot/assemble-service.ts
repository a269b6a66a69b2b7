import 'reflect-metadata';
import type { Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { checkOperations, OPERATIONS } from '@ndx/api';
import { DELIVERY_BYTES } from '@ndx/contracts';
import { BusServer, Transactions } from '@ndx/messaging';
import { ReadModelConfirmation } from '@ndx/replication';
import { DataSource } from 'typeorm';
import { CurrentCallers } from '../callers/current-callers.js';
import { ErrorFilter } from '../http/error-filter.js';
import { handledOperations } from '../http/handles.js';
import { takeJsonOnly } from '../http/json-bodies.js';
import { recordRequests } from '../http/record-requests.js';
import { addRequestHooks } from '../http/request-hooks.js';
import { UndeclaredParts } from '../http/undeclared-parts.js';
import { Idempotency } from '../idempotency/idempotency.interceptor.js';
import { KeptAnswers } from '../idempotency/kept-answers.js';
import { ReplayFilter } from '../idempotency/replay.js';
import { closeApp, initApp } from '../modules/lifecycle.module.js';
import { RootModule } from '../modules/root.module.js';
import { ServingModule } from '../modules/serving.module.js';
import { WitnessModule } from '../modules/witness.module.js';
import { PrincipalVerifier } from '../principal/signed-principal.js';
import { AccessLog, NestLogger } from '@ndx/telemetry';
import { ConnectionDrain, DRAINABLE } from './connection-drain.js';
import { cutUnreadResponses, UNREAD_TIMEOUT_MS } from './cut-unread-responses.js';
import { readSettings } from '../definition/infrastructure.js';
import { definitionOf } from '../definition/service-definition.js';
import type { ServiceMetrics } from '../modules/service-metrics.js';
import { METRICS } from '../definition/tokens.js';

/** Room for a principal with ten thousand memberships. */
const MAX_HEADER_BYTES = 1_048_576;

/** An assembled service; it does not listen yet. */
export interface AssembledService {
  readonly app: NestFastifyApplication;
  readonly connections: ConnectionDrain;
  /** Finishes requests in flight and closes all resources. */
  close(): Promise<void>;
}

/**
 * Assembles a service: configuration, database, bus, handlers, HTTP.
 * @param serves whether it consumes and publishes; a command of the service does not
 * @throws ConfigurationError, or an Error when the schema is behind or the handlers do not match
 *   the declared operations and events
 */
export async function assembleService(
  service: Type,
  env: NodeJS.ProcessEnv,
  { serves }: { readonly serves: boolean } = { serves: false },
): Promise<AssembledService> {
  const definition = definitionOf(service);
  const { operations = OPERATIONS } = definition;
  checkOperations(definition.name, handledOperations(definition.http), operations);
  const settings = readSettings(definition, env);
  const { config, logger } = settings;
  const app = await NestFactory.create<NestFastifyApplication>(
    RootModule.forService(service, settings, serves ? [ServingModule, WitnessModule] : []),
    new FastifyAdapter({
      ...DRAINABLE,
      // The gateway enforces the smaller MAX_BODY_BYTES; events of other services have their own
      // bounds.
      bodyLimit: Math.max(config.MAX_BODY_BYTES, DELIVERY_BYTES),
      // The principal is sent in a header and names every network of its institution.
      http: { maxHeaderSize: MAX_HEADER_BYTES },
      // The maximum length of a request line: an id that is too long gets a 404.
      routerOptions: { maxParamLength: MAX_HEADER_BYTES },
    }),
    { logger: new NestLogger(logger), abortOnError: false, bodyParser: false },
  );
  const fastify = app.getHttpAdapter().getInstance();
  const connections = new ConnectionDrain(fastify.server);
  const metrics = app.get<ServiceMetrics>(METRICS);
  cutUnreadResponses(fastify.server, UNREAD_TIMEOUT_MS, () => metrics.http.cutUnread());
  takeJsonOnly(fastify);
  recordRequests(fastify, metrics.http, app.get(AccessLog));
  addRequestHooks(fastify, app.get(PrincipalVerifier));
  app.useGlobalFilters(new ErrorFilter(logger, metrics.writeRefusals), new ReplayFilter());
  app.useGlobalGuards(new UndeclaredParts());
  if (definition.callers) {
    const confirmation = app.get(ReadModelConfirmation);
    app.useGlobalGuards(new CurrentCallers(app.get(DataSource), confirmation, definition.callers));
  }
  app.useGlobalInterceptors(new Idempotency(app.get(Transactions), app.get(KeptAnswers)));
  app.connectMicroservice({ strategy: app.get(BusServer) });
  await initApp(app);
  return { app, connections, close: () => closeApp(app) };
}
