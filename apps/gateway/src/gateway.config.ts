import { serviceVariable, STATEFUL_SERVICE_NAMES, type StatefulServiceName } from '@ndx/contracts';
import {
  bool,
  DEVELOPMENT_CLIENT_ID,
  count,
  countOrNone,
  differentPorts,
  isHttpUrl,
  isInCluster,
  isLoopback,
  KEY_STORE_RULES,
  loadConfig,
  milliseconds,
  networks,
  optionalPort,
  optionalRequestUrl,
  optionalUrl,
  origins,
  optionalPostgresUrl,
  str,
  text,
  url,
  variableKind,
  type ConfigOf,
} from '@ndx/config';
import { processVariables, signingKey } from '@ndx/service';
import { CLIENT_PURPOSES, clientsIn } from './authentication/accepted-clients.js';
import { SIGNING_ALGORITHMS } from './authentication/token-header.js';

/** Signature algorithms of tokens, with commas. */
const tokenAlgorithms = variableKind(`a list of ${SIGNING_ALGORITHMS.join(', ')}`, (value) => {
  const isAllowed = value
    .split(',')
    .every((one) => SIGNING_ALGORITHMS.some((each) => each === one));
  if (!isAllowed) throw new TypeError('not a list of signature algorithms');
  return value;
});

/** Clients of the provider with their purposes, with commas. */
const tokenClients = variableKind(
  `texts without spaces, such as client=${CLIENT_PURPOSES.join(' or client=')}, with commas between them; or nothing`,
  (value) => {
    clientsIn(value);
    return value;
  },
);

/** The name of a header, or none. */
const headerName = variableKind('the name of a header; or nothing', (value) => {
  if (!/^[A-Za-z0-9-]*$/.test(value)) throw new TypeError('not the name of a header');
  return value;
});

const variables = {
  ...processVariables('gateway'),
  GATEWAY_PRIVATE_KEY: signingKey({
    desc: 'Key with which the gateway signs principals; no other process has it',
  }),
  JWKS_URL: optionalUrl({
    default: '',
    desc: 'Key sets of the identity provider; the gateway reads {JWKS_URL}/{CLIENT_ID}',
  }),
  JWKS_URI: optionalUrl({
    default: '',
    desc: 'Address of the key set in full, instead of JWKS_URL. Without both, the gateway reads it from the discovery document of TOKEN_ISSUER (jwks_uri)',
  }),
  CLIENT_ID: text({
    desc: 'Client id of this environment: the required audience (aud) of a token, which may have others too',
  }),
  TOKEN_CLIENTS: tokenClients({
    default: '',
    desc: 'Accepted clients besides CLIENT_ID, by azp, client_id, cid and appid. people: people sign in with it, as with CLIENT_ID; program: its tokens are accepted for clients that institutions registered, and nothing else; without a purpose, both',
  }),
  TOKEN_ALGORITHMS: tokenAlgorithms({
    default: 'RS256',
    desc: 'Accepted signature algorithms of tokens',
  }),
  TOKEN_ISSUER: text({
    desc: 'Required issuer (iss) of a token; must match exactly, including a trailing slash',
  }),
  CLAIM_ORGANIZATION: text({
    default: 'org_id',
    desc: 'Claim that names the institution; within another claim a JSON Pointer, such as /act/org. Tokens without it are accepted for registered programs alone',
  }),
  CLAIM_ROLE: text({
    default: 'role',
    desc: 'Claim that names the role, used if the token lists no permissions',
  }),
  CLAIM_PERMISSIONS: text({
    default: 'permissions',
    desc: 'Claim that lists the permissions',
  }),
  KEY_SET_REFRESH_MS: milliseconds({
    default: 60_000,
    desc: 'Refresh interval of the key set: how long a withdrawn key is accepted at most',
  }),
  KEY_SET_MAX_AGE_MS: milliseconds({
    default: 3_600_000,
    desc: 'How long cached keys are used while the key set cannot be read; then every request is a 500',
  }),
  TOKEN_MAX_LIFETIME_SECONDS: count({
    default: 86_400,
    desc: 'Maximum lifetime of a token, from iat (without it, the current time) to exp',
  }),
  ACCOUNT_STALE_MS: milliseconds({
    default: 60_000,
    desc: 'How long a cached account is used while entity does not respond; then its requests are a 500',
  }),
  RATE_LIMIT_REQUESTS_PER_MINUTE: countOrNone({
    default: 600_000,
    desc: 'Maximum requests of an institution in a minute; more are a 429. 0: no limit',
  }),
  RATE_LIMIT_QUERIES_PER_MINUTE: countOrNone({
    default: 300_000,
    desc: 'The same for billable queries',
  }),
  REQUESTS_IN_PROGRESS: countOrNone({
    default: 128,
    desc: 'Maximum requests of an institution that one process answers at a time; more are a 429. 0: no limit',
  }),
  REJECTED_CREDENTIALS_PER_MINUTE: countOrNone({
    default: 6_000,
    desc: 'Maximum rejected credentials of a client address, or with one signed content, in a minute and process; more are a 429, unverified. 0: no limit',
  }),
  TRUSTED_PROXIES: networks({
    default: '',
    desc: 'Proxies whose X-Forwarded-For gives the address of a client; if empty, the address of its connection counts',
  }),
  PUBLIC_ORIGINS: origins({
    default: '',
    desc: 'Origins of the gateway as clients address it, for DPoP proofs; if empty, tokens with a key for proofs are rejected',
  }),
  CLIENT_CERTIFICATE_HEADER: headerName({
    default: '',
    desc: 'Header with which TRUSTED_PROXIES pass on the verified certificate of a client, as RFC 9440 or escaped PEM; they must remove it from requests. If empty, certificate-bound tokens are rejected',
  }),
  RATE_LIMIT_STORE_URL: optionalPostgresUrl({
    default: '',
    desc: 'Database of the rate limits and used DPoP proofs that the replicas share; if empty, each counts and remembers by itself',
  }),
  RATE_LIMIT_STORE_TIMEOUT_MS: milliseconds({
    default: 250,
    desc: 'How long a request waits for that database; then the replica relies on its own memory',
  }),
  REQUEST_TIMEOUT_MS: milliseconds({
    default: 30_000,
    desc: 'How long a client may take to send a request, a third of it for the headers, and may read nothing of a response',
  }),
  UPSTREAM_TIMEOUT_MS: milliseconds({
    default: 10_000,
    desc: 'How long a service may take to respond; then the client gets a 500',
  }),
  UPSTREAM_CONCURRENCY: count({
    default: 64,
    desc: 'Maximum requests of one process that each service processes at a time; one institution has half of them, several share a thirty-second, and more wait',
  }),
  UPSTREAM_CONNECTIONS: count({
    default: 256,
    desc: 'Maximum connections of one process to each service; more than REQUESTS_IN_PROGRESS',
  }),
  CONSOLE_ENABLED: bool({
    default: true,
    desc: 'Whether the gateway serves the web console under /console',
  }),
  CONSOLE_SCOPE: str({
    default: '',
    desc: 'Scopes that the console requests at sign-in, with spaces, where the provider selects the API of an access token by a scope; if empty, openid offline_access',
  }),
  CONSOLE_DASHBOARD_URL: optionalUrl({
    default: '',
    desc: 'Metrics dashboard to which the console links; anyone who opens the console can read the address',
  }),
  CONSOLE_LOGS_URL: optionalRequestUrl({
    default: '',
    desc: 'Log lines of a request in the log system of the deployment, to which the console links; the id replaces {request_id}. Anyone who opens the console can read the address',
  }),
  CONSOLE_NAME: str({
    default: 'Data network',
    desc: 'Name of the console in the head of its pages and in the titles of tabs',
  }),
  CONSOLE_LOGO_FILE: str({
    default: '',
    desc: 'Path of an SVG or PNG file, the logo of the console; if empty, its own',
  }),
  CORS_ORIGINS: origins({
    default: '',
    desc: 'Origins whose scripts may call the API from a browser; if empty, none may',
  }),
  HSTS_MAX_AGE_SECONDS: countOrNone({
    default: 0,
    desc: 'max-age of the Strict-Transport-Security header; 0: no header',
  }),
  SANDBOX_FAULTS: bool({
    default: false,
    desc: 'Whether the documented identifiers cause simulated faults; only with ENVIRONMENT=sandbox',
  }),
  METRICS_PORT: optionalPort({
    default: '',
    desc: 'Port of GET /metrics; 0: a free one; if empty, the gateway serves no metrics',
  }),
  BUILD_COMMIT: str({ default: 'unknown', desc: 'Commit of this build, shown by GET /version' }),
};

const upstreamVariables = Object.fromEntries(
  STATEFUL_SERVICE_NAMES.map((service) => [
    serviceVariable(service, 'URL'),
    url({ desc: `Address of the ${service} service` }),
  ]),
);

/** Every variable that the gateway reads. */
export const gatewayVariables = { ...upstreamVariables, ...variables };

/** Whether nobody outside of the cluster can change what is read at an address, or there is none. */
const isProtected = (address: string) =>
  address === '' ||
  new URL(address).protocol === 'https:' ||
  isLoopback(address) ||
  isInCluster(address);

/** Constraints between variables. */
export const GATEWAY_RULES = [
  differentPorts('PORT', 'METRICS_PORT'),
  ...KEY_STORE_RULES,
  {
    variables: ['CONSOLE_ENABLED', 'TOKEN_ISSUER'],
    says: 'users of the console sign in at an http:// or https:// address',
    holds: ([console, issuer]: readonly unknown[]) =>
      console === false || isHttpUrl(String(issuer)),
  },
  {
    variables: ['JWKS_URL', 'JWKS_URI'],
    says: 'at most one of them has the key set of the identity provider',
    holds: ([base, address]: readonly unknown[]) => base === '' || address === '',
  },
  {
    variables: ['JWKS_URL', 'JWKS_URI', 'ENVIRONMENT'],
    says: 'production reads the key set at an https:// address, unless its host is in the cluster or this machine',
    holds: ([base, address, environment]: readonly unknown[]) =>
      environment !== 'production' || [base, address].every((each) => isProtected(String(each))),
  },
  {
    variables: ['TOKEN_ISSUER', 'JWKS_URL', 'JWKS_URI', 'ENVIRONMENT'],
    says: 'without an address of the key set, the issuer is an http:// or https:// address, in production https://',
    holds: ([issuer, base, address, environment]: readonly unknown[]) =>
      base !== '' ||
      address !== '' ||
      (isHttpUrl(String(issuer)) &&
        (environment !== 'production' || String(issuer).startsWith('https:'))),
  },
  {
    variables: ['ENVIRONMENT', 'TOKEN_ISSUER'],
    says: 'the issuer of production is not at a loopback address',
    holds: ([environment, issuer]: readonly unknown[]) =>
      environment !== 'production' || !isLoopback(String(issuer)),
  },
  {
    variables: ['ENVIRONMENT', 'CLIENT_ID', 'TOKEN_CLIENTS'],
    says: `production does not accept the client ${DEVELOPMENT_CLIENT_ID} of development`,
    holds: ([environment, client, others]: readonly unknown[]) =>
      environment !== 'production' ||
      (client !== DEVELOPMENT_CLIENT_ID && !clientsIn(String(others)).has(DEVELOPMENT_CLIENT_ID)),
  },
  {
    variables: ['CLIENT_CERTIFICATE_HEADER', 'TRUSTED_PROXIES'],
    says: 'certificates are accepted from named proxies only',
    holds: ([header, proxies]: readonly unknown[]) => header === '' || proxies !== '',
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
