import { KeyObject } from 'node:crypto';
import { loadConfig, type ConfigOf, type ConfigSpec } from '@ndx/config';
import { archivePlace } from '@ndx/archive';
import { AuditLog, LogSigner, LogVerifier, type AuditSource } from '@ndx/audit';
import { serviceVariable, topicOf, type ServiceName } from '@ndx/contracts';
import type { BusOptions } from '@ndx/messaging';
import type { DataSource } from 'typeorm';
import { type ServiceConfig } from '../config/service-config.js';
import { createLogger, type Logger, isTraced } from '@ndx/telemetry';
import { namedConnections } from '@ndx/postgres';
import { proofKeys, type ProofKeys, type SigningSeed } from '../signing/signing-keys.js';
import { createServiceDataSource } from './service-data-source.js';
import {
  configRulesOf,
  configSpecOf,
  peersOf,
  type ServiceDefinition,
} from './service-definition.js';

export type AnyServiceConfig = ServiceConfig & ConfigOf<ConfigSpec>;

/** The configuration of a process. */
export interface ServiceSettings {
  readonly definition: ServiceDefinition;
  readonly config: AnyServiceConfig;
  readonly logger: Logger;
  /** The address of the service's own database. */
  readonly databaseUrl: string;
}

/** The settings that the keys of a service depend on. */
export interface NamedSettings {
  readonly definition: Pick<ServiceDefinition, 'name' | 'storedEvents'>;
  readonly config: AnyServiceConfig;
}

/** The infrastructure of a command without a container; nothing is connected yet. */
export interface Infrastructure extends ServiceSettings {
  readonly dataSource: DataSource;
}

/** @throws ConfigurationError naming every missing or malformed variable */
export function createInfrastructure(
  definition: ServiceDefinition,
  env: NodeJS.ProcessEnv,
): Infrastructure {
  const settings = readSettings(definition, env);
  return { ...settings, dataSource: dataSourceOf(settings) };
}

/** @throws ConfigurationError naming every missing or malformed variable */
export function readSettings(
  definition: ServiceDefinition,
  env: NodeJS.ProcessEnv,
): ServiceSettings {
  const config = loadConfig(
    definition.name,
    configSpecOf(definition),
    env,
    configRulesOf(definition),
  ) as AnyServiceConfig;
  const databaseUrl = namedConnections(
    String(config[serviceVariable(definition.name, 'DATABASE_URL')]),
    definition.name,
  );
  return {
    definition,
    config,
    databaseUrl,
    logger: createLogger(definition.name, config.LOG_LEVEL),
  };
}

/** The service's own database, not connected yet. */
export function dataSourceOf({ config, databaseUrl, definition }: ServiceSettings): DataSource {
  return createServiceDataSource({
    url: databaseUrl,
    poolSize: config.DATABASE_POOL_SIZE,
    rows: definition.rows,
    migrations: definition.migrations,
    traced: isTraced(config),
  });
}

/** The addresses of the services that this one calls. */
export function peerAddresses({
  definition,
  config,
}: ServiceSettings): ReadonlyMap<ServiceName, string> {
  return new Map(
    peersOf(definition).map((peer) => [peer, String(config[serviceVariable(peer, 'URL')])]),
  );
}

/** The key with which the service signs for itself; undefined where it never does. */
export function signingKeyOf({ definition, config }: ServiceSettings): KeyObject | undefined {
  const key = config[serviceVariable(definition.name, 'PRIVATE_KEY')];
  return key instanceof KeyObject ? key : undefined;
}

/** The keys with which the service signs for outsiders. */
export function proofKeysOf({ definition: { name }, config }: NamedSettings): ProofKeys {
  return proofKeys(
    name,
    config[serviceVariable(name, 'SIGNING_KEY')] as SigningSeed,
    config.PREVIOUS_SIGNING_KEYS,
  );
}

/** The key with which the service's audit logs are signed. */
export function logSignerOf(settings: NamedSettings): LogSigner {
  return new LogSigner(logVerifierOf(settings), proofKeysOf(settings).noteKey.privateKey);
}

/** The writer of the service's audit logs. */
export function auditLogOf(settings: NamedSettings): AuditLog {
  return new AuditLog(logSignerOf(settings), settings.definition.storedEvents);
}

/** The names of the service's audit logs, and the public keys of now and before. */
function logVerifierOf(settings: NamedSettings): LogVerifier {
  const { config, definition } = settings;
  const keys = proofKeysOf(settings).history.filter(({ purpose }) => purpose === 'checkpoints');
  return new LogVerifier(
    config.DEPLOYMENT_NAME,
    definition.name,
    keys.map(({ x }) => Buffer.from(x, 'base64url')),
  );
}

/** The service's audit log, as it is read. */
export function auditSourceOf(settings: ServiceSettings, database: DataSource): AuditSource {
  return {
    database,
    verifier: logVerifierOf(settings),
    place: archivePlace(settings.config),
    audited: settings.definition.audited ?? [],
    stored: settings.definition.storedEvents,
  };
}

/** Kafka if brokers are configured, else the embedded bus. */
export function busOptions({
  config,
  logger,
}: Pick<ServiceSettings, 'config' | 'logger'>): BusOptions {
  const keepHours = new Map([[topicOf('product-query'), config.QUERY_EVENTS_KEEP_HOURS]]);
  if (config.KAFKA_BROKERS === '') {
    return { kind: 'embedded', databaseUrl: config.EMBEDDED_BUS_URL, keepHours, logger };
  }
  return {
    kind: 'kafka',
    brokers: config.KAFKA_BROKERS.split(','),
    clientId: config.KAFKA_CLIENT_ID,
    ssl: config.KAFKA_SSL,
    partitions: config.KAFKA_TOPIC_PARTITIONS,
    replication: config.KAFKA_TOPIC_REPLICATION,
    keepHours,
    ...(config.KAFKA_SASL_USERNAME !== '' && {
      sasl: {
        mechanism: 'scram-sha-512',
        username: config.KAFKA_SASL_USERNAME,
        password: config.KAFKA_SASL_PASSWORD,
      },
    }),
    logger,
  };
}
