import { LOG_LEVELS } from '@ndx/api';
import { archiveVariables } from '@ndx/archive';
import { ENVIRONMENTS, serviceVariable, SERVICES, type ServiceName } from '@ndx/contracts';
import { sealingKeys } from '@ndx/sealing';
import { principalKeys } from '../principal/principal-keys.js';
import { previousSigningKeys, signingSeed } from '../signing/signing-keys.js';
import { TRACING_VARIABLES } from '@ndx/telemetry';
import {
  allOrNone,
  KEY_STORE_RULES,
  keyStoreVariables,
  oneOf,
  origins,
  type ConfigOf,
  bool,
  brokers,
  count,
  countOrNone,
  host,
  secondsInMsOrNone,
  keepHours,
  listeningPort,
  milliseconds,
  optionalPostgresUrl,
  poolSize,
  postgresUrl,
  str,
  text,
} from '@ndx/config';

/** Variables that every process reads. */
export function processVariables(service: ServiceName) {
  return {
    HOST: host({ default: '0.0.0.0', desc: 'Address to listen on' }),
    PORT: listeningPort({
      default: SERVICES[service].port,
      desc: 'Port to listen on; 0: a free one',
    }),
    ENVIRONMENT: str({
      choices: ENVIRONMENTS,
      default: 'development',
      desc: 'Environment of all processes of a deployment, named in query events and metrics',
    }),
    LOG_LEVEL: str({
      choices: [...LOG_LEVELS, 'silent'],
      default: 'info',
      desc: 'Minimum level of logged lines',
    }),
    MAX_BODY_BYTES: count({
      default: 1_048_576,
      desc: 'Maximum size of a request body; a larger one is a 413. The same for all processes',
    }),
    SHUTDOWN_GRACE_MS: milliseconds({
      default: 20_000,
      desc: 'How long a stopping process completes requests and events in flight; then it exits with status 1. The orchestrator must wait longer',
    }),
    EVENT_LOOP_TIMEOUT_MS: secondsInMsOrNone({
      default: 10_000,
      desc: 'How long one task may block the event loop; then the process exits with status 70. 0 only while a debugger is attached',
    }),
    ...TRACING_VARIABLES,
    ...keyStoreVariables,
  } as const;
}

/** Variables that every service with a database reads. */
export function serviceVariables(service: ServiceName) {
  return {
    ...processVariables(service),
    [serviceVariable(service, 'DATABASE_URL')]: postgresUrl({
      desc: `Database of the ${service} service, which no other service reads`,
    }),
    PRINCIPAL_PUBLIC_KEYS: principalKeys({
      desc: 'Public keys of the gateway and of every service with a private key; the same for all services. A name may occur twice while its key is replaced',
    }),
    SEALING_KEYS: sealingKeys({
      desc: 'AES-256 keys that encrypt secrets at rest: the first encrypts, all decrypt; the same for furnishing and product-query. The process does not start if the key of a stored value is missing',
    }),
    DEPLOYMENT_NAME: text({
      default: 'localhost',
      desc: 'Begins the names of the audit logs, such as the domain of the deployment; the same for all services. It cannot be changed later',
    }),
    [serviceVariable(service, 'SIGNING_KEY')]: signingSeed({
      desc: `Seed of the keys with which the ${service} service signs answers, files and logs; no other process has it`,
    }),
    PREVIOUS_SIGNING_KEYS: previousSigningKeys({
      default: [],
      desc: 'Public keys of earlier seeds of the service, which stay published; `keys --status` prints the entry of the current seed',
    }),
    AUDIT_KEEP_DAYS: countOrNone({
      default: 0,
      desc: 'Age in days from which audit-archive moves audit entries to files; 0: never',
    }),
    ...archiveVariables,
    WITNESS_ORIGINS: origins({
      default: '',
      desc: 'Origins at which the witnesses of a network may be; services send them checkpoints of the audit log. The same for all services',
    }),
    IDEMPOTENCY_KEEP_HOURS: keepHours({
      default: 48,
      desc: 'How long the response to a request with an Idempotency-Key is stored',
    }),
    INBOX_KEEP_HOURS: keepHours({
      default: 168,
      desc: 'How long a service remembers an applied event; a later redelivery changes no read model',
    }),
    DATABASE_POOL_SIZE: poolSize({
      default: 10,
      desc: 'Maximum database connections of one process, one of them for notifications; the total must stay below max_connections',
    }),
    REQUIRE_SYNCHRONOUS_STANDBY: bool({
      default: false,
      desc: 'Whether readiness warns if commits do not wait for a synchronous standby',
    }),
    READ_MODEL_COMPARISON_MS: milliseconds({
      default: 60_000,
      desc: 'Interval between comparisons of records with the read models of other services, in milliseconds; rows that differ are repaired',
    }),
    CONSUMER_EXIT_AFTER_MS: milliseconds({
      default: 30_000,
      desc: 'Time after which a process with a stuck event handler exits with status 1',
    }),
    KAFKA_BROKERS: brokers({
      default: '',
      desc: 'Bootstrap brokers; if empty, the process uses the embedded bus',
    }),
    KAFKA_CLIENT_ID: text({
      default: `ndx-${service}`,
      desc: 'Client id in the logs and quotas of Kafka',
    }),
    KAFKA_SSL: bool({
      default: false,
      desc: 'Whether connections to Kafka use TLS',
    }),
    KAFKA_SASL_USERNAME: str({
      default: '',
      desc: 'User name for Kafka (SCRAM-SHA-512); if empty, no authentication',
    }),
    KAFKA_SASL_PASSWORD: str({ default: '', desc: 'Password of KAFKA_SASL_USERNAME' }),
    KAFKA_TOPIC_PARTITIONS: count({
      default: 12,
      desc: 'Partitions of a new topic, which the replicas of a service share',
    }),
    KAFKA_TOPIC_REPLICATION: count({
      default: 1,
      desc: 'Replication factor of a new topic; with 1, the loss of a broker loses events',
    }),
    QUERY_EVENTS_KEEP_HOURS: countOrNone({
      default: SERVICES['product-query'].keepHours,
      desc: 'Retention of a new topic query.events, in hours; 0: for good. The same for all services',
    }),
    EMBEDDED_BUS_URL: optionalPostgresUrl({
      default: '',
      desc: 'Database of the embedded bus, the same for all services; ignored if KAFKA_BROKERS is set',
    }),
  } as const;
}

/** Constraints between variables. */
export const SERVICE_RULES = [
  oneOf('KAFKA_BROKERS', 'EMBEDDED_BUS_URL'),
  allOrNone('KAFKA_SASL_USERNAME', 'KAFKA_SASL_PASSWORD'),
  ...KEY_STORE_RULES,
] as const;

export type ProcessConfig = ConfigOf<ReturnType<typeof processVariables>>;
export type ServiceConfig = ConfigOf<ReturnType<typeof serviceVariables>>;
