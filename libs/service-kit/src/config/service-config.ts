import { serviceVariable, type ServiceName } from '@ndx/contracts';
import { bool, cleanEnv, host, makeValidator, num, str, url, type ValidatorSpec } from 'envalid';
import { SERVICES } from '@ndx/contracts';
import { sealingKeys } from '../crypto/sealing-keys.js';

export { bool, host, num, port, str, url } from 'envalid';

/** A declaration of variables: name, type, default and text, from which the values and their documentation derive. */
export type ConfigSpec = Record<string, ValidatorSpec<unknown>>;

/** The validated values of a declaration. */
export type ConfigOf<S extends ConfigSpec> = {
  readonly [K in keyof S]: S[K] extends ValidatorSpec<infer T> ? T : never;
};

/** One or more variables are missing or malformed; the message names every one of them. */
export class ConfigurationError extends Error {
  constructor(service: string, problems: readonly string[]) {
    super(
      `${service} cannot start: ${problems.length} configuration problem(s)\n  ${problems.join('\n  ')}`,
    );
    this.name = 'ConfigurationError';
  }
}

/** At least 32 characters of key material; its value is never printed. */
export const secret = makeValidator((value: string) => {
  if (value.length < 32) throw new Error('must have at least 32 characters');
  return value;
});

/** A port to listen on; 0 takes a free one. */
export const listeningPort = makeValidator((value: string) => {
  const number = Number(value);
  if (!Number.isInteger(number) || number < 0 || number > 65_535) throw new Error('must be a port');
  return number;
});

/** Hours that an answer is kept for whoever sends its request again; clients rely on a day. */
export const keepHours = makeValidator((value: string) => {
  const hours = Number(value);
  if (!Number.isFinite(hours) || hours < 24) throw new Error('must be at least 24');
  return hours;
});

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
      desc: 'The environment that this process belongs to (contract 9)',
    }),
    LOG_LEVEL: str({
      choices: ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'],
      default: 'info',
      desc: 'Least severe level that is logged',
    }),
    PRINCIPAL_SECRET: secret({
      desc: 'Key with which the gateway signs the caller, shared by all processes of an environment',
    }),
    MAX_BODY_BYTES: num({ default: 1_048_576, desc: 'Largest accepted request body, in bytes' }),
    SHUTDOWN_GRACE_MS: num({
      default: 20_000,
      desc: 'Time that a stopping process has to finish what is in flight, in milliseconds',
    }),
  } as const;
}

/** Variables that every service with a database reads. */
export function serviceVariables(service: ServiceName) {
  return {
    ...processVariables(service),
    [serviceVariable(service, 'DATABASE_URL')]: url({
      desc: `Postgres database of the ${service} service`,
    }),
    SEALING_KEYS: sealingKeys({
      desc: 'AES-256 keys that secrets at rest are sealed with, as id:base64,id:base64 with 32 bytes each; the first seals new values, the others still open old ones',
    }),
    AUDIT_KEY: secret({
      desc: 'Key of the hashes that chain the audit log; it stays the same for as long as the log is kept',
    }),
    IDEMPOTENCY_KEEP_HOURS: keepHours({
      default: 48,
      desc: 'Time that the answer to a request with an Idempotency-Key is kept, in hours; at least 24',
    }),
    DATABASE_POOL_SIZE: num({ default: 10, desc: 'Connections that one process may hold' }),
    CONSUMER_EXIT_AFTER_MS: num({
      default: 30_000,
      desc: 'Time after which a process ends whose event handler counts as stuck, in milliseconds',
    }),
    KAFKA_BROKERS: str({
      default: '',
      desc: 'Comma-separated brokers; without it the embedded bus is used',
    }),
    KAFKA_CLIENT_ID: str({
      default: `ndx-${service}`,
      desc: 'How the process names itself to Kafka',
    }),
    KAFKA_SSL: bool({ default: false, desc: 'Connect to Kafka over TLS' }),
    KAFKA_SASL_USERNAME: str({
      default: '',
      desc: 'SCRAM-SHA-512 user; without it no SASL is used',
    }),
    KAFKA_SASL_PASSWORD: str({ default: '', desc: 'SCRAM-SHA-512 password' }),
    KAFKA_TOPIC_PARTITIONS: num({ default: 12, desc: 'Partitions of a topic that is created' }),
    KAFKA_TOPIC_REPLICATION: num({ default: 1, desc: 'Replicas of a topic that is created' }),
    EMBEDDED_BUS_URL: str({
      default: '',
      desc: 'Postgres database of the embedded bus, for a machine without Kafka',
    }),
  } as const;
}

export type ProcessConfig = ConfigOf<ReturnType<typeof processVariables>>;
export type ServiceConfig = ConfigOf<ReturnType<typeof serviceVariables>>;

/**
 * Validates all variables of a declaration at once.
 * @throws ConfigurationError naming every problem
 */
export function loadConfig<S extends ConfigSpec>(
  service: string,
  spec: S,
  env: NodeJS.ProcessEnv,
): ConfigOf<S> {
  const values = cleanEnv(env, spec, {
    reporter: ({ errors }) => {
      const problems = Object.entries(errors).map(
        ([name, error]) => `${name}: ${describe(spec, name, error)}`,
      );
      if (problems.length > 0) throw new ConfigurationError(service, problems);
    },
  });
  // A plain object: envalid's own throws for every member that it does not know, and Nest asks for some.
  return { ...values } as ConfigOf<S>;
}

/** Never the value itself: it may be a secret. */
function describe(spec: ConfigSpec, name: string, error: unknown): string {
  const meaning = spec[name]?.desc ?? '';
  const fault =
    error instanceof Error && error.name === 'EnvMissingError' ? 'is missing' : 'is not valid';
  return `${fault} (${meaning})`;
}
