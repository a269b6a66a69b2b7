import { serviceVariable, STATEFUL_SERVICE_NAMES, type StatefulServiceName } from '@ndx/contracts';
import {
  ConfigurationError,
  loadConfig,
  num,
  processVariables,
  str,
  url,
  type ConfigOf,
} from '@ndx/service-kit';

const variables = {
  ...processVariables('gateway'),
  JWKS_URL: url({ desc: 'Where key sets are published: ours is at {JWKS_URL}/{CLIENT_ID}' }),
  CLIENT_ID: str({ desc: 'The client of this environment, the audience of its tokens' }),
  TOKEN_ISSUER: str({ desc: 'The identity provider as tokens name it' }),
  CLAIM_ORGANIZATION: str({ default: 'org_id', desc: 'Claim that names the institution' }),
  CLAIM_ROLE: str({ default: 'role', desc: 'Claim that names the role' }),
  CLAIM_PERMISSIONS: str({ default: 'permissions', desc: 'Claim that lists the permissions' }),
  KEY_SET_REFRESH_MS: num({
    default: 60_000,
    desc: 'Interval at which the key set is read again, in milliseconds: a withdrawn key opens nothing for longer than that',
  }),
  RATE_LIMIT_REQUESTS_PER_MINUTE: num({
    default: 600_000,
    desc: 'Requests that an institution may send in a minute; 0 for any number',
  }),
  RATE_LIMIT_QUERIES_PER_MINUTE: num({
    default: 300_000,
    desc: 'Billable queries that an institution may send in a minute; 0 for any number',
  }),
  RATE_LIMIT_STORE_URL: str({
    default: '',
    desc: 'Postgres database in which replicas count together; without it each counts for itself',
  }),
  RATE_LIMIT_STORE_TIMEOUT_MS: num({
    default: 250,
    desc: 'Longest time that a request waits for that database, in milliseconds, before the replica goes by its own counts',
  }),
  REQUEST_TIMEOUT_MS: num({
    default: 30_000,
    desc: 'Longest time that a client may take to send a request, in milliseconds; a third of it for the headers',
  }),
  UPSTREAM_TIMEOUT_MS: num({
    default: 10_000,
    desc: 'Longest time that a service may take to answer, in milliseconds',
  }),
  UPSTREAM_CONNECTIONS: num({ default: 128, desc: 'Connections to one service' }),
  BUILD_VERSION: str({ default: '0.0.0', desc: 'Version of this build, shown by GET /version' }),
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

export type GatewayConfig = ConfigOf<typeof variables> & {
  /** Base address of every service. */
  readonly upstreams: ReadonlyMap<StatefulServiceName, string>;
};

/** @throws ConfigurationError naming every variable that is missing or malformed */
export function loadGatewayConfig(env: NodeJS.ProcessEnv): GatewayConfig {
  const config = loadConfig('gateway', gatewayVariables, env);
  requireCounts(config, 'RATE_LIMIT_REQUESTS_PER_MINUTE', 'RATE_LIMIT_QUERIES_PER_MINUTE');
  const values: Readonly<Record<string, unknown>> = config;
  const upstreams = new Map(
    STATEFUL_SERVICE_NAMES.map((service) => [
      service,
      String(values[serviceVariable(service, 'URL')]),
    ]),
  );
  return { ...config, upstreams };
}

/** @throws ConfigurationError naming those that are no count */
function requireCounts<Name extends string>(
  values: Readonly<Record<Name, number>>,
  ...names: Name[]
): void {
  const problems = names
    .filter((name) => !Number.isSafeInteger(values[name]) || values[name] < 0)
    .map((name) => `${name}: is not a whole number of 0 or more`);
  if (problems.length > 0) throw new ConfigurationError('gateway', problems);
}
