import {
  serviceVariable,
  SERVICE_NAMES,
  type ServiceName,
  type StatefulServiceName,
} from '@ndx/contracts';
import { projectRoot } from '@ndx/local-infra';
import { checkedOutCommit } from './checked-out-commit.js';
import { DEMO_CLIENT_ID, OPERATOR } from './demo-network.js';
import type { BusVariables } from './stores.js';
import type { LocalSecrets } from './local-secrets.js';

/** Where everything is that the processes of a local network need. */
export interface NetworkAddresses {
  /** Where each listens. */
  readonly ports: ReadonlyMap<ServiceName, number>;
  /** Where each is reached; where it listens, unless something stands in front of it. */
  readonly doors?: ReadonlyMap<ServiceName, number>;
  /** Where the gateway's figures are read; nowhere without it. */
  readonly metricsPort?: number;
  readonly databaseUrls: ReadonlyMap<StatefulServiceName, string>;
  readonly bus: BusVariables;
  readonly identityProviderUrl: string;
}

/** Who finds the same subject in other networks. */
const SUBJECT_MATCHING: readonly ServiceName[] = ['entity', 'consent', 'product-query'];

/** The variables of one process, as compose and the manifests give them to it elsewhere. */
export function environmentOf(
  service: ServiceName,
  addresses: NetworkAddresses,
  secrets: LocalSecrets,
): Record<string, string> {
  const { ports, doors = ports } = addresses;
  const urls: Record<string, string> = Object.fromEntries(
    SERVICE_NAMES.map((name) => [serviceVariable(name, 'URL'), localUrl(portOf(doors, name))]),
  );
  return {
    NODE_ENV: 'production',
    ENVIRONMENT: 'development',
    HOST: '127.0.0.1',
    PORT: String(portOf(ports, service)),
    ...urls,
    ...secretsOf(service, secrets),
    ...(service === 'gateway' ? gatewayVariables(addresses) : serviceVariables(service, addresses)),
  };
}

/** A process that is broken into gives away no key that it does not need. */
function secretsOf(service: ServiceName, secrets: LocalSecrets): Record<string, string> {
  const { PRINCIPAL_SECRET, BLIND_INDEX_KEY, MATCH_HASH_KEY, ...ofStores } = secrets;
  return {
    PRINCIPAL_SECRET,
    ...(service !== 'gateway' && ofStores),
    ...(service === 'entity' && { BLIND_INDEX_KEY }),
    ...(SUBJECT_MATCHING.includes(service) && { MATCH_HASH_KEY }),
  };
}

function gatewayVariables({
  identityProviderUrl,
  metricsPort,
}: NetworkAddresses): Record<string, string> {
  return {
    JWKS_URL: identityProviderUrl,
    TOKEN_ISSUER: identityProviderUrl,
    CLIENT_ID: DEMO_CLIENT_ID,
    ...(metricsPort !== undefined && { METRICS_PORT: String(metricsPort) }),
    ...buildVariables(),
  };
}

/** What the processes report as their build. */
function buildVariables(): Record<string, string> {
  const commit = checkedOutCommit(projectRoot());
  return {
    ...(commit !== undefined && { BUILD_COMMIT: commit }),
    // npm says it to what it runs.
    ...(process.env['npm_package_version'] !== undefined && {
      BUILD_VERSION: process.env['npm_package_version'],
    }),
  };
}

function serviceVariables(service: StatefulServiceName, { databaseUrls, bus }: NetworkAddresses) {
  const databaseUrl = databaseUrls.get(service);
  if (databaseUrl === undefined) throw new Error(`no database for ${service}`);
  return {
    [serviceVariable(service, 'DATABASE_URL')]: databaseUrl,
    ...bus,
    ...(service === 'entity' && {
      BOOTSTRAP_ORG_ID: OPERATOR.account,
      BOOTSTRAP_ENTITY_ID: OPERATOR.entityId,
      BOOTSTRAP_INSTITUTION: OPERATOR.name,
      BOOTSTRAP_SUBJECT: OPERATOR.subject,
    }),
  };
}

function portOf(ports: ReadonlyMap<ServiceName, number>, service: ServiceName): number {
  const port = ports.get(service);
  if (port === undefined) throw new Error(`no port for ${service}`);
  return port;
}

export function localUrl(port: number): string {
  return `http://127.0.0.1:${port}`;
}
