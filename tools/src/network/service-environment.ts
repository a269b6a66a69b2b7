import {
  serviceVariable,
  SERVICE_NAMES,
  type ServiceName,
  type StatefulServiceName,
} from '@ndx/contracts';
import { NATIVE_CLIENT_ID, PROGRAM_CLIENT_ID, projectRoot } from '@ndx/local-infra';
import { checkedOutCommit } from './checked-out-commit.js';
import { declaredService } from './declared-services.js';
import { DEMO_CLIENT_ID, OPERATOR } from './demo-network.js';
import type { BusVariables } from './stores.js';
import type { LocalSecrets } from './local-secrets.js';

/** The addresses that the processes of a local network need. */
export interface NetworkAddresses {
  /** The listening ports. */
  readonly ports: ReadonlyMap<ServiceName, number>;
  /** The ports for callers; the listening ports, unless there is a load balancer. */
  readonly publicPorts?: ReadonlyMap<ServiceName, number>;
  /** The port of the gateway's metrics; not served without it. */
  readonly metricsPort?: number;
  readonly databaseUrls: ReadonlyMap<StatefulServiceName, string>;
  readonly bus: BusVariables;
  readonly identityProviderUrl: string;
  /** The variables of another identity provider and of its first institution. */
  readonly provider?: Readonly<Record<string, string>> | undefined;
  /** The store of the last traces; none are kept without it. */
  readonly traceStoreUrl?: string | undefined;
  /** The store of the last log lines; none are read without it. */
  readonly logStoreUrl?: string | undefined;
}

/**
 * The variables of one process, as in compose and the manifests: only the variables it declares, so
 * that a compromised process exposes no key of another.
 */
export function environmentOf(
  service: ServiceName,
  addresses: NetworkAddresses,
  secrets: LocalSecrets,
): Record<string, string> {
  const { variables } = declaredService(service);
  const values: Readonly<Record<string, string>> = {
    ENVIRONMENT: 'sandbox',
    SANDBOX_FAULTS: 'true',
    // Notices can be received on the same machine.
    NOTICE_RECEIVER_NETWORKS: '127.0.0.0/8',
    NOTICE_HTTP_RECEIVERS: 'true',
    HOST: '127.0.0.1',
    PORT: String(portOf(addresses.ports, service)),
    ...secrets,
    ...addressVariables(addresses),
    ...(addresses.provider ?? localProvider(addresses.identityProviderUrl)),
    ...buildVariables(),
  };
  const declared = Object.entries(values).filter(([name]) => variables.includes(name));
  return { NODE_ENV: 'production', ...Object.fromEntries(declared) };
}

/** The variables of the local identity provider and of the first institution there. */
function localProvider(url: string): Record<string, string> {
  return {
    JWKS_URL: url,
    TOKEN_ISSUER: url,
    CLIENT_ID: DEMO_CLIENT_ID,
    TOKEN_CLIENTS: `${NATIVE_CLIENT_ID}=people,${PROGRAM_CLIENT_ID}=program`,
    BOOTSTRAP_ORG_ID: OPERATOR.account,
    BOOTSTRAP_ENTITY_ID: OPERATOR.entityId,
    BOOTSTRAP_INSTITUTION: OPERATOR.name,
    BOOTSTRAP_SUBJECT: OPERATOR.subject,
  };
}

/** The build that processes report. */
function buildVariables(): Record<string, string> {
  const commit = checkedOutCommit(projectRoot());
  return {
    ...(commit !== undefined && { BUILD_COMMIT: commit }),
    // npm sets it for programs that it runs.
    ...(process.env['npm_package_version'] !== undefined && {
      BUILD_VERSION: process.env['npm_package_version'],
    }),
  };
}

/** The addresses of a process's peers, its database and the bus. */
function addressVariables({
  ports,
  publicPorts = ports,
  metricsPort,
  databaseUrls,
  bus,
  traceStoreUrl,
  logStoreUrl,
}: NetworkAddresses): Record<string, string> {
  return {
    ...Object.fromEntries(
      SERVICE_NAMES.map((name) => [
        serviceVariable(name, 'URL'),
        localUrl(portOf(publicPorts, name)),
      ]),
    ),
    ...Object.fromEntries(
      [...databaseUrls].map(([name, url]) => [serviceVariable(name, 'DATABASE_URL'), url]),
    ),
    ...bus,
    PUBLIC_ORIGINS: originsOf(portOf(publicPorts, 'gateway')),
    ...(metricsPort !== undefined && { METRICS_PORT: String(metricsPort) }),
    ...(logStoreUrl !== undefined && { LOG_STORE_URL: logStoreUrl }),
    ...(traceStoreUrl !== undefined && {
      TRACE_STORE_URL: traceStoreUrl,
      OTEL_EXPORTER_OTLP_ENDPOINT: process.env['OTEL_EXPORTER_OTLP_ENDPOINT'] ?? traceStoreUrl,
    }),
  };
}

function portOf(ports: ReadonlyMap<ServiceName, number>, service: ServiceName): number {
  const port = ports.get(service);
  if (port === undefined) throw new Error(`no port for ${service}`);
  return port;
}

/** The names of this machine in the addresses that clients use. */
function originsOf(port: number): string {
  return `${localUrl(port)},http://localhost:${port}`;
}

export function localUrl(port: number): string {
  return `http://127.0.0.1:${port}`;
}
