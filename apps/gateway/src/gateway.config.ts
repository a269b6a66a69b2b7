import { serviceVariable, STATEFUL_SERVICE_NAMES, type StatefulServiceName } from '@ndx/contracts';
import {
  count,
  countOrNone,
  differentPorts,
  loadConfig,
  milliseconds,
  optionalPort,
  origins,
  optionalPostgresUrl,
  str,
  text,
  url,
  type ConfigOf,
} from '@ndx/config';
import { processVariables, signingKey } from '@ndx/service';

const variables = {
  ...processVariables('gateway'),
  GATEWAY_PRIVATE_KEY: signingKey({
    desc: 'Ed25519 key with which the gateway signs callers; no other process has it, and PRINCIPAL_PUBLIC_KEYS has its public key',
  }),
  JWKS_URL: url({
    desc: 'Where the identity provider publishes key sets: ours is read at {JWKS_URL}/{CLIENT_ID}',
  }),
  CLIENT_ID: text({
    desc: 'Client of this environment at the identity provider, the audience (aud) of its tokens: one of another environment opens nothing',
  }),
  TOKEN_ISSUER: text({
    desc: 'The identity provider as tokens name it (iss), to the letter: a slash at the end counts',
  }),
  CLAIM_ORGANIZATION: text({
    default: 'org_id',
    desc: 'Claim of a token that names the institution',
  }),
  CLAIM_ROLE: text({
    default: 'role',
    desc: 'Claim of a token that names the role, whose permissions hold where the token lists none',
  }),
  CLAIM_PERMISSIONS: text({
    default: 'permissions',
    desc: 'Claim of a token that lists the permissions',
  }),
  KEY_SET_REFRESH_MS: milliseconds({
    default: 60_000,
    desc: 'Interval at which the key set is read again, in milliseconds: a withdrawn key opens nothing for longer than that',
  }),
  KEY_SET_MAX_AGE_MS: milliseconds({
    default: 3_600_000,
    desc: 'Longest time that known keys are used while the key set cannot be read again, in milliseconds; then every token gets a 500 until it can',
  }),
  TOKEN_MAX_LIFETIME_SECONDS: count({
    default: 86_400,
    desc: 'Longest time between the issue of a token (iat, or now where it names none) and its expiry (exp), in seconds; a token of a longer one is invalid',
  }),
  ACCOUNT_STALE_MS: milliseconds({
    default: 60_000,
    desc: 'Longest time that a known account and its memberships are used while the entity service does not answer, in milliseconds, since it last confirmed them; then its requests get a 500. While it answers, a change binds within five seconds',
  }),
  RATE_LIMIT_REQUESTS_PER_MINUTE: countOrNone({
    default: 600_000,
    desc: 'Requests that an institution may send in a minute, to each replica unless they count together; more get a 429. 0 for any number',
  }),
  RATE_LIMIT_QUERIES_PER_MINUTE: countOrNone({
    default: 300_000,
    desc: 'Billable queries that an institution may send in a minute, likewise. 0 for any number',
  }),
  RATE_LIMIT_STORE_URL: optionalPostgresUrl({
    default: '',
    desc: 'Postgres database in which replicas count together; without it each counts for itself',
  }),
  RATE_LIMIT_STORE_TIMEOUT_MS: milliseconds({
    default: 250,
    desc: 'Longest time that a request waits for that database, in milliseconds, before the replica goes by its own counts',
  }),
  REQUEST_TIMEOUT_MS: milliseconds({
    default: 30_000,
    desc: 'Longest time that a client may take to send a request, in milliseconds; a third of it for the headers',
  }),
  UPSTREAM_TIMEOUT_MS: milliseconds({
    default: 10_000,
    desc: 'Longest time that a service may take to answer, in milliseconds; then the client gets a 500 OPERATION_FAILED',
  }),
  UPSTREAM_CONNECTIONS: count({
    default: 128,
    desc: 'Connections that one process may hold to each service; requests wait for a free one',
  }),
  CORS_ORIGINS: origins({
    default: '',
    desc: 'Origins whose scripts a browser lets call the interface, such as the web console; without any, none',
  }),
  HSTS_MAX_AGE_SECONDS: countOrNone({
    default: 0,
    desc: 'Seconds for which a browser that was answered reaches the address over TLS alone (Strict-Transport-Security), for an address whose TLS ends here or right in front of it; 0 sends no such header',
  }),
  METRICS_PORT: optionalPort({
    default: '',
    desc: 'Port of GET /metrics, apart from the public one; 0 takes a free one, without it there are no metrics to read',
  }),
  BUILD_COMMIT: str({ default: 'unknown', desc: 'Commit of this build, shown by GET /version' }),
};

const upstreamVariables = Object.fromEntries(
  STATEFUL_SERVICE_NAMES.map((service) => [
    serviceVariable(service, 'URL'),
    url({ desc: `Base address of the ${service} service` }),
  ]),
);

/** Every variable that the gateway reads. */
export const gatewayVariables = { ...upstreamVariables, ...variables };

/** Constraints between variables. */
export const GATEWAY_RULES = [differentPorts('PORT', 'METRICS_PORT')] as const;

export type GatewayConfig = ConfigOf<typeof variables> & {
  /** Base address of every service. */
  readonly upstreams: ReadonlyMap<StatefulServiceName, string>;
};

/** @throws ConfigurationError naming every variable that is missing or malformed */
export function loadGatewayConfig(env: NodeJS.ProcessEnv): GatewayConfig {
  const config = loadConfig('gateway', gatewayVariables, env, GATEWAY_RULES);
  const values: Readonly<Record<string, unknown>> = config;
  const upstreams = new Map(
    STATEFUL_SERVICE_NAMES.map((service) => [
      service,
      String(values[serviceVariable(service, 'URL')]),
    ]),
  );
  return { ...config, upstreams };
}
