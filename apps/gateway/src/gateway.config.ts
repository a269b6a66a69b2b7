import { serviceVariable, STATEFUL_SERVICE_NAMES, type StatefulServiceName } from '@ndx/contracts';
import {
  bool,
  count,
  countOrNone,
  differentPorts,
  loadConfig,
  milliseconds,
  optionalPort,
  optionalUrl,
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
    desc: 'Ed25519 key with which the gateway signs principals. Give it to no other process; PRINCIPAL_PUBLIC_KEYS has its public key',
  }),
  JWKS_URL: url({
    desc: 'Address of the key sets of the identity provider; the gateway reads {JWKS_URL}/{CLIENT_ID}',
  }),
  CLIENT_ID: text({
    desc: 'Client id of this environment at the identity provider: the required audience (aud) of a token',
  }),
  TOKEN_ISSUER: text({
    desc: 'Required issuer (iss) of a token; must match exactly, including a trailing slash',
  }),
  CLAIM_ORGANIZATION: text({
    default: 'org_id',
    desc: 'Claim of a token that names the institution',
  }),
  CLAIM_ROLE: text({
    default: 'role',
    desc: 'Claim of a token that names the role; the permissions of the role apply if the token lists no permissions',
  }),
  CLAIM_PERMISSIONS: text({
    default: 'permissions',
    desc: 'Claim of a token that lists the permissions',
  }),
  KEY_SET_REFRESH_MS: milliseconds({
    default: 60_000,
    desc: 'Refresh interval of the key set, in milliseconds: the maximum time for which a withdrawn key is accepted',
  }),
  KEY_SET_MAX_AGE_MS: milliseconds({
    default: 3_600_000,
    desc: 'Maximum time for which cached keys are used while the key set cannot be read, in milliseconds; after that every request is a 500 until it can be read',
  }),
  TOKEN_MAX_LIFETIME_SECONDS: count({
    default: 86_400,
    desc: 'Maximum time between the issue of a token (iat; without it, the current time) and its expiry (exp), in seconds; a token with a longer lifetime is invalid',
  }),
  ACCOUNT_STALE_MS: milliseconds({
    default: 60_000,
    desc: 'Maximum time for which a cached account and its memberships are used after the last confirmation while the entity service does not respond, in milliseconds; after that its requests are a 500. While the service responds, a change takes effect within five seconds',
  }),
  RATE_LIMIT_REQUESTS_PER_MINUTE: countOrNone({
    default: 600_000,
    desc: 'Maximum requests of an institution in a minute; more are a 429. Each replica counts separately unless RATE_LIMIT_STORE_URL is set. 0 disables the limit',
  }),
  RATE_LIMIT_QUERIES_PER_MINUTE: countOrNone({
    default: 300_000,
    desc: 'Maximum billable queries of an institution in a minute, counted in the same way. 0 disables the limit',
  }),
  RATE_LIMIT_STORE_URL: optionalPostgresUrl({
    default: '',
    desc: 'Postgres database of the rate limit store, which the replicas share; if empty, each replica counts separately',
  }),
  RATE_LIMIT_STORE_TIMEOUT_MS: milliseconds({
    default: 250,
    desc: 'Maximum time that a request waits for the rate limit store, in milliseconds; after that the replica uses its own counts',
  }),
  REQUEST_TIMEOUT_MS: milliseconds({
    default: 30_000,
    desc: 'Maximum time that a client may take to send a request, in milliseconds; the headers must arrive in a third of it',
  }),
  UPSTREAM_TIMEOUT_MS: milliseconds({
    default: 10_000,
    desc: 'Maximum time that a service may take to respond, in milliseconds; after that the client gets a 500 OPERATION_FAILED',
  }),
  UPSTREAM_CONNECTIONS: count({
    default: 128,
    desc: 'Maximum number of connections of one process to each service; requests wait for a free connection',
  }),
  CONSOLE_ENABLED: bool({
    default: true,
    desc: 'Whether the gateway serves the web console under /console. Its users sign in at TOKEN_ISSUER as the client CLIENT_ID',
  }),
  CONSOLE_DASHBOARD_URL: optionalUrl({
    default: '',
    desc: 'Address of the metrics dashboard to which the web console links for operators. Anyone who opens the console can read it; if empty, there is no link',
  }),
  CORS_ORIGINS: origins({
    default: '',
    desc: 'Origins whose scripts may call the API from a browser, such as the web console; if empty, no origin may',
  }),
  HSTS_MAX_AGE_SECONDS: countOrNone({
    default: 0,
    desc: 'max-age of the Strict-Transport-Security header, in seconds; set it if TLS ends at the gateway or directly in front of it. 0 sends no header',
  }),
  SANDBOX_FAULTS: bool({
    default: false,
    desc: 'Whether queries with the documented identifiers get simulated faults: a 429, a slow answer, a 500 and then success; only with ENVIRONMENT=sandbox',
  }),
  METRICS_PORT: optionalPort({
    default: '',
    desc: 'Port of GET /metrics, separate from PORT; 0 selects a free port. If empty, the gateway serves no metrics',
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
export const GATEWAY_RULES = [
  differentPorts('PORT', 'METRICS_PORT'),
  {
    variables: ['CONSOLE_ENABLED', 'TOKEN_ISSUER'],
    says: 'users of the console sign in at an http:// or https:// address',
    holds: ([console, issuer]: readonly unknown[]) =>
      console === false || (/^https?:/.test(String(issuer)) && URL.canParse(String(issuer))),
  },
  {
    variables: ['SANDBOX_FAULTS', 'ENVIRONMENT'],
    says: 'faults can be simulated in a sandbox only',
    holds: ([faults, environment]: readonly unknown[]) =>
      faults === false || environment === 'sandbox',
  },
] as const;

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
