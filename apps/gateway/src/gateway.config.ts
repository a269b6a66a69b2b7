import { serviceVariable, STATEFUL_SERVICE_NAMES, type StatefulServiceName } from '@ndx/contracts';
import { loadConfig, num, processVariables, str, url, type ConfigOf } from '@ndx/service-kit';

const variables = {
  ...processVariables('gateway'),
  JWKS_URL: url({ desc: 'Where key sets are published: ours is at {JWKS_URL}/{CLIENT_ID}' }),
  CLIENT_ID: str({ desc: 'The client of this environment, the audience of its tokens' }),
  TOKEN_ISSUER: str({ desc: 'The identity provider as tokens name it' }),
  CLAIM_ORGANIZATION: str({ default: 'org_id', desc: 'Claim that names the institution' }),
  CLAIM_ROLE: str({ default: 'role', desc: 'Claim that names the role' }),
  CLAIM_PERMISSIONS: str({ default: 'permissions', desc: 'Claim that lists the permissions' }),
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

export type GatewayConfig = ConfigOf<typeof variables> & {
  /** Base address of every service. */
  readonly upstreams: ReadonlyMap<StatefulServiceName, string>;
};

/** @throws ConfigurationError naming every variable that is missing or malformed */
export function loadGatewayConfig(env: NodeJS.ProcessEnv): GatewayConfig {
  const config = loadConfig('gateway', { ...upstreamVariables, ...variables }, env);
  const values: Readonly<Record<string, unknown>> = config;
  const upstreams = new Map(
    STATEFUL_SERVICE_NAMES.map((service) => [
      service,
      String(values[serviceVariable(service, 'URL')]),
    ]),
  );
  return { ...config, upstreams };
}
