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
  host,
  keepHours,
  listeningPort,
  milliseconds,
  optionalPostgresUrl,
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
      desc: 'Port to listen on; 0 takes a free one',
    }),
    ENVIRONMENT: str({
      choices: ['development', 'sandbox', 'production'],
      default: 'development',
      desc: 'Environment that this process belongs to: it is written into every query event, so that billing never charges for a query of another one, and is a label of every metric. All processes of a deployment have the same',
    }),
    LOG_LEVEL: str({
      choices: ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'],
      default: 'info',
      desc: 'Least severe level that is logged. Secrets and personal data are left out at every level',
    }),
    MAX_BODY_BYTES: count({
      default: 1_048_576,
      desc: 'Largest accepted request body, in bytes; a larger one gets a 413. The gateway and the services have the same',
    }),
    SHUTDOWN_GRACE_MS: milliseconds({
      default: 20_000,
      desc: 'Time that a stopping process has to finish what is in flight, in milliseconds; then it ends with status 1. What stops it must wait longer than this before it kills',
    }),
    ...TRACING_VARIABLES,
  } as const;
}

/** Variables that every service with a database reads. */
export function serviceVariables(service: ServiceName) {
  return {
    ...processVariables(service),
    [serviceVariable(service, 'DATABASE_URL')]: postgresUrl({
      desc: `Postgres database of the ${service} service, which is its own: no other service reads it`,
    }),
    PRINCIPAL_PUBLIC_KEYS: principalKeys({
      desc: 'Public keys of the gateway and of every service that delivers events directly: the same in all services. A service refuses requests that none of them verifies. A name may occur twice while its key is replaced',
    }),
    SEALING_KEYS: sealingKeys({
      desc: 'AES-256 keys that secrets at rest are sealed with; the first seals new values, the others still open old ones. furnishing and product-query share theirs. Without a key that a stored value needs the process does not start',
    }),
    AUDIT_KEY: secret({
      desc: 'Key of the hashes that chain the audit log; it stays the same for as long as the log is kept, for with another one every earlier entry counts as altered',
    }),
    IDEMPOTENCY_KEEP_HOURS: keepHours({
      default: 48,
      desc: 'Time that the answer to a request with an Idempotency-Key is kept, in hours: a repetition after that is a new request',
    }),
    DATABASE_POOL_SIZE: count({
      default: 10,
      desc: 'Connections to its database that one process may hold; requests wait for a free one. Times the replicas, it must fit into what Postgres allows',
    }),
    REQUIRE_SYNCHRONOUS_STANDBY: bool({
      default: false,
      desc: 'Whether the database must have a synchronous standby; where its commits do not wait for one, readiness warns',
    }),
    COPY_COMPARISON_MS: milliseconds({
      default: 60_000,
      desc: 'Pause between two comparisons of what the service owns with the copies that other services keep of it, in milliseconds; copies that differ are repaired',
    }),
    CONSUMER_EXIT_AFTER_MS: milliseconds({
      default: 30_000,
      desc: 'Time after which a process whose event handler counts as stuck ends, with status 1, to be started again; in milliseconds',
    }),
    KAFKA_BROKERS: brokers({
      default: '',
      desc: 'Kafka brokers to begin with; without any, the embedded bus is used',
    }),
    KAFKA_CLIENT_ID: text({
      default: `ndx-${service}`,
      desc: "Name under which the process appears in Kafka's logs and quotas",
    }),
    KAFKA_SSL: bool({
      default: false,
      desc: 'Whether Kafka is connected to over TLS; an authority of your own is given to Node, in NODE_EXTRA_CA_CERTS',
    }),
    KAFKA_SASL_USERNAME: str({
      default: '',
      desc: 'User with which to log in to Kafka, by SCRAM-SHA-512; without one nobody logs in',
    }),
    KAFKA_SASL_PASSWORD: str({ default: '', desc: 'Password of that user' }),
    KAFKA_TOPIC_PARTITIONS: count({
      default: 12,
      desc: 'Partitions of a topic that is not there yet. The replicas of a service share the partitions of all topics that it subscribes to; one beyond their number consumes nothing. It changes no topic that is there',
    }),
    KAFKA_TOPIC_REPLICATION: count({
      default: 1,
      desc: 'Brokers that each keep a copy of a topic that is not there yet; with 1, a lost broker is lost events',
    }),
    EMBEDDED_BUS_URL: optionalPostgresUrl({
      default: '',
      desc: 'Postgres database of the embedded bus, for a machine without Kafka: the same in all services. Not looked at when there are KAFKA_BROKERS',
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
