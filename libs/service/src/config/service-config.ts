import { archiveVariables } from '@ndx/archive';
import { serviceVariable, SERVICES, type ServiceName } from '@ndx/contracts';
import { sealingKeys } from '@ndx/sealing';
import { principalKeys } from '../principal/principal-keys.js';
import { TRACING_VARIABLES } from '@ndx/telemetry';
import {
  allOrNone,
  oneOf,
  type ConfigOf,
  bool,
  brokers,
  count,
  countOrNone,
  host,
  keepHours,
  listeningPort,
  milliseconds,
  optionalPostgresUrl,
  poolSize,
  postgresUrl,
  secret,
  str,
  text,
} from '@ndx/config';

/** Variables that every process reads. */
export function processVariables(service: ServiceName) {
  return {
    HOST: host({ default: '0.0.0.0', desc: 'Address to listen on' }),
    PORT: listeningPort({
      default: SERVICES[service].port,
      desc: 'Port to listen on; 0 selects a free port',
    }),
    ENVIRONMENT: str({
      choices: ['development', 'sandbox', 'production'],
      default: 'development',
      desc: 'Environment of the process. Query events and metrics name it, so billing can ignore other environments. Must be the same for all processes of a deployment',
    }),
    LOG_LEVEL: str({
      choices: ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'],
      default: 'info',
      desc: 'Minimum level of logged lines. Secrets and personal data are redacted at every level',
    }),
    MAX_BODY_BYTES: count({
      default: 1_048_576,
      desc: 'Maximum size of a request body, in bytes; a larger body is a 413. Must be the same for the gateway and the services',
    }),
    SHUTDOWN_GRACE_MS: milliseconds({
      default: 20_000,
      desc: 'Maximum time that a stopping process takes to complete requests and events in flight, in milliseconds; then it exits with status 1. The orchestrator must wait longer than this before it kills the process',
    }),
    ...TRACING_VARIABLES,
  } as const;
}

/** Variables that every service with a database reads. */
export function serviceVariables(service: ServiceName) {
  return {
    ...processVariables(service),
    [serviceVariable(service, 'DATABASE_URL')]: postgresUrl({
      desc: `Postgres database of the ${service} service; no other service reads it`,
    }),
    PRINCIPAL_PUBLIC_KEYS: principalKeys({
      desc: 'Public keys of the gateway and of every service that delivers events directly; must be the same for all services. A service rejects a request whose signature no key verifies. A name may occur twice while its key is replaced',
    }),
    SEALING_KEYS: sealingKeys({
      desc: 'AES-256 keys that encrypt secrets at rest. The first key encrypts new values; the others decrypt existing values. Must be the same for furnishing and product-query. The process does not start if the key of a stored value is missing',
    }),
    AUDIT_KEY: secret({
      desc: 'Key of the hashes that chain the audit log. Do not change it while the log is kept: verification with another key reports every earlier entry as altered',
    }),
    AUDIT_KEEP_DAYS: countOrNone({
      default: 0,
      desc: 'Age from which the command audit-archive moves audit entries from the database to files, in days; 0: never',
    }),
    ...archiveVariables,
    IDEMPOTENCY_KEEP_HOURS: keepHours({
      default: 48,
      desc: 'Time for which the response to a request with an Idempotency-Key is stored, in hours; a later retry is a new request',
    }),
    INBOX_KEEP_HOURS: keepHours({
      default: 168,
      desc: 'Time for which a service remembers an event that it has applied, in hours. A redelivery after it is applied again, without an effect on the read models',
    }),
    DATABASE_POOL_SIZE: poolSize({
      default: 10,
      desc: 'Maximum number of database connections of one process, one of which receives notifications; requests wait for a free connection. The total of all replicas must stay below max_connections of the database',
    }),
    REQUIRE_SYNCHRONOUS_STANDBY: bool({
      default: false,
      desc: 'Whether the database must have a synchronous standby; if commits do not wait for one, readiness shows a warning',
    }),
    READ_MODEL_COMPARISON_MS: milliseconds({
      default: 60_000,
      desc: 'Interval between comparisons of records with the read models of other services, in milliseconds; rows that differ are repaired',
    }),
    CONSUMER_EXIT_AFTER_MS: milliseconds({
      default: 30_000,
      desc: 'Time after which a process with a stuck event handler exits with status 1, in milliseconds; the orchestrator restarts it',
    }),
    KAFKA_BROKERS: brokers({
      default: '',
      desc: 'Kafka bootstrap brokers; if empty, the process uses the embedded bus',
    }),
    KAFKA_CLIENT_ID: text({
      default: `ndx-${service}`,
      desc: 'Client id in the logs and quotas of Kafka',
    }),
    KAFKA_SSL: bool({
      default: false,
      desc: 'Whether connections to Kafka use TLS; NODE_EXTRA_CA_CERTS adds a private certificate authority',
    }),
    KAFKA_SASL_USERNAME: str({
      default: '',
      desc: 'User name for Kafka (SCRAM-SHA-512); if empty, the process connects without authentication',
    }),
    KAFKA_SASL_PASSWORD: str({ default: '', desc: 'Password of KAFKA_SASL_USERNAME' }),
    KAFKA_TOPIC_PARTITIONS: count({
      default: 12,
      desc: 'Number of partitions of a new topic; existing topics are unchanged. The replicas of a service share the partitions of its topics; a replica without a partition consumes no events',
    }),
    KAFKA_TOPIC_REPLICATION: count({
      default: 1,
      desc: 'Replication factor of a new topic; with 1, the loss of a broker loses events',
    }),
    QUERY_EVENTS_KEEP_HOURS: countOrNone({
      default: SERVICES['product-query'].keepHours,
      desc: 'Retention of the topic query.events, in hours; 0: for good. Kafka uses it for a new topic; an existing topic is unchanged. No service reads this topic. Must be the same for all services',
    }),
    EMBEDDED_BUS_URL: optionalPostgresUrl({
      default: '',
      desc: 'Postgres database of the embedded bus, used instead of Kafka; must be the same for all services. Ignored if KAFKA_BROKERS is set',
    }),
  } as const;
}

/** Constraints between variables. */
export const SERVICE_RULES = [
  oneOf('KAFKA_BROKERS', 'EMBEDDED_BUS_URL'),
  allOrNone('KAFKA_SASL_USERNAME', 'KAFKA_SASL_PASSWORD'),
] as const;

export type ProcessConfig = ConfigOf<ReturnType<typeof processVariables>>;
export type ServiceConfig = ConfigOf<ReturnType<typeof serviceVariables>>;
