import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { archiveLog } from '@ndx/audit';
import {
  serviceVariable,
  topicOf,
  type EventDeclaration,
  type StatefulServiceName,
} from '@ndx/contracts';
import { createBus, outgoingEvent, type EventEnvelope } from '@ndx/messaging';
import { createTestDatabase, type StandInRoutes } from '@ndx/testing';
import type { Type } from '@nestjs/common';
import pg from 'pg';
import { enterNextKey } from '../boot/audit-rotate-command.js';
import { assembleService, type AssembledService } from '../boot/assemble-service.js';
import { bootService, type RunningService } from '../boot/boot-service.js';
import {
  auditSourceOf,
  createInfrastructure,
  logSignerOf,
  proofKeysOf,
} from '../definition/infrastructure.js';
import { migrateService } from '../boot/migrate-service.js';
import {
  definitionOf,
  directTargets,
  peersOf,
  sealedColumnsOf,
} from '../definition/service-definition.js';
import { undeclaredSealedValues } from '@ndx/sealing';
import { createLogger } from '@ndx/telemetry';
import { publishContext } from '../events/publish-context.js';
import { entryOf } from '../signing/signing-keys.js';
import { compareAsOwners } from './compare-as-owners.js';
import { PRINCIPAL_VARIABLES } from './principal-keys.js';
import { startSubscriber, type Subscriber } from './subscriber.js';
import { SIGNING_VARIABLES, testKeys } from './test-keys.js';
import { requestsTo, type Requests } from './requests.js';

/** A service in this process with its own database and embedded bus. */
export interface TestService extends Requests {
  /** The published events so far, in order. */
  readonly heard: readonly EventEnvelope[];
  /** The events of one type published so far, for one subject if given. */
  published<P>(declaration: EventDeclaration<P>, subject?: string): P[];
  /** Publishes events of another service, in the caller's request or span, if any. */
  publish<P>(declaration: EventDeclaration<P>, ...payloads: NoInfer<P>[]): Promise<EventEnvelope[]>;
  /** Publishes events of another service as they are, also events that it has published before. */
  publishAgain(topic: string, ...envelopes: EventEnvelope[]): Promise<void>;
  /** Queries its database. */
  sql<Row extends pg.QueryResultRow = Record<string, unknown>>(
    statement: string,
    parameters?: readonly unknown[],
  ): Promise<Row[]>;
  /** The stand-in for the services that it delivers to directly, unless the suite names others. */
  readonly subscriber: Subscriber;
  /** The process itself. */
  readonly running: RunningService;
  /** Boots another process of the service on the same database and bus. */
  replica(): Promise<RunningService>;
  /**
   * Replaces the signing key as docs/operators/rotate-keys.md describes, and boots another process
   * with the next one.
   */
  rotateSigningKey(): Promise<RunningService>;
  /** Assembles the service on the same database and bus, as its commands do. */
  assemble(): Promise<AssembledService>;
  /** Archives its audit entries so far; returns the paths of the files. */
  archiveAudit(): Promise<string[]>;
  /** @throws Error when an encrypted value is in a column that the service does not declare */
  stop(): Promise<void>;
}

/** The address of a peer that the suite does not need: nothing listens there. */
const NOBODY = 'http://127.0.0.1:9';

/**
 * @param variables the service's own variables and the addresses of its peers
 * @param routes further operations of the services that it delivers to directly
 */
export async function startTestService(
  service: Type,
  variables: Readonly<Record<string, string>> = {},
  routes: StandInRoutes = {},
): Promise<TestService> {
  const definition = definitionOf(service);
  const { name } = definition;
  const [database, busDatabase] = [await createTestDatabase(), await createTestDatabase()];
  const subscriber = await startSubscriber(routes);
  const directory = mkdtempSync(join(tmpdir(), `${name}-archive-`));
  const env = {
    ARCHIVE_LOCATION: directory,
    [serviceVariable(name, 'DATABASE_URL')]: database.url,
    EMBEDDED_BUS_URL: busDatabase.url,
    ...PRINCIPAL_VARIABLES,
    SEALING_KEYS: testKeys().variables.SEALING_KEYS,
    ...SIGNING_VARIABLES,
    HOST: '127.0.0.1',
    PORT: '0',
    LOG_LEVEL: 'silent',
    ...Object.fromEntries(
      peersOf(definition).map((peer) => [serviceVariable(peer, 'URL'), NOBODY]),
    ),
    ...Object.fromEntries(
      directTargets(name).map((peer) => [serviceVariable(peer, 'URL'), subscriber.url]),
    ),
    ...variables,
  };
  await migrateService(service, env);
  const running = await bootService(service, env);
  const pool = new pg.Pool({ connectionString: database.url, max: 2 });
  // The owners of its read models do not run.
  await compareAsOwners(name, requestsTo(running.url));
  const { bus, heard } = await listen(name, busDatabase.url);

  return {
    ...requestsTo(running.url),
    subscriber,
    running,
    heard,
    published: (declaration, subject) =>
      heard
        .filter(({ type }) => type === declaration.type)
        .filter((envelope) => subject === undefined || envelope.subject === subject)
        .map(({ data }) => declaration.parse(JSON.parse(data))),
    async publish(declaration, ...payloads) {
      const events = payloads.map((payload) =>
        outgoingEvent(declaration, payload, publishContext()),
      );
      await bus.publish(events);
      return events.map(({ envelope }) => envelope);
    },
    publishAgain: (topic, ...envelopes) =>
      bus.publish(envelopes.map((envelope) => ({ topic, key: envelope.subject, envelope }))),
    sql: async <Row extends pg.QueryResultRow>(
      statement: string,
      parameters: readonly unknown[] = [],
    ) => (await pool.query<Row>(statement, [...parameters])).rows,
    replica: () => bootService(service, env),
    async rotateSigningKey() {
      const next = randomBytes(32).toString('base64');
      await enterNextKey(service, env, next);
      const now = new Date().toISOString();
      const entry = entryOf(proofKeysOf(createInfrastructure(definition, env)));
      return bootService(service, {
        ...env,
        [serviceVariable(name, 'SIGNING_KEY')]: `${next}@${now}`,
        PREVIOUS_SIGNING_KEYS: `${entry}${now}`,
      });
    },
    assemble: () => assembleService(service, env),
    async archiveAudit() {
      const infrastructure = createInfrastructure(definition, env);
      const { dataSource } = infrastructure;
      await dataSource.initialize();
      const files: string[] = [];
      const source = auditSourceOf(infrastructure, dataSource);
      const signer = logSignerOf(infrastructure);
      // The newest entry can have the time of this statement.
      const before = new Date(Date.now() + 1_000);
      for await (const step of archiveLog(source, signer, before)) {
        if ('fault' in step) throw new Error(step.fault.reason);
        files.push(join(env.ARCHIVE_LOCATION, step.file));
      }
      await dataSource.destroy();
      return files;
    },
    async stop() {
      await running.close();
      await bus.close();
      await subscriber.stop();
      const undeclared = await undeclaredSealedValues(pool, sealedColumnsOf(definitionOf(service)));
      await pool.end();
      await database.drop();
      await busDatabase.drop();
      rmSync(directory, { recursive: true });
      if (undeclared.length > 0) {
        throw new Error(`sealed values in columns that are not declared: ${undeclared.join(', ')}`);
      }
    },
  };
}

async function listen(service: StatefulServiceName, databaseUrl: string) {
  const heard: EventEnvelope[] = [];
  const bus = createBus({ kind: 'embedded', databaseUrl, logger: createLogger(service, 'silent') });
  await bus.subscribe({
    group: 'suite',
    topics: [topicOf(service)],
    onBatch: async ({ events }) => {
      heard.push(...events.map(({ envelope }) => envelope));
    },
  });
  return { bus, heard };
}
