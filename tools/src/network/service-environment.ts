import {
  serviceVariable,
  SERVICE_NAMES,
  type ServiceName,
  type StatefulServiceName,
} from '@ndx/contracts';
import { DEMO_CLIENT_ID, OPERATOR } from './demo-network.js';
import type { BusVariables } from './stores.js';
import type { LocalSecrets } from './local-secrets.js';

/** Where everything is that the processes of a local network need. */
export interface NetworkAddresses {
  readonly ports: ReadonlyMap<ServiceName, number>;
  readonly databaseUrls: ReadonlyMap<StatefulServiceName, string>;
  readonly bus: BusVariables;
  readonly identityProviderUrl: string;
}

/** The variables of one process, as compose and the manifests give them to it elsewhere. */
export function environmentOf(
  service: ServiceName,
  addresses: NetworkAddresses,
  secrets: LocalSecrets,
): Record<string, string> {
  const urls: Record<string, string> = Object.fromEntries(
    SERVICE_NAMES.map((name) => [serviceVariable(name, 'URL'), localUrl(portOf(addresses, name))]),
  );
  return {
    NODE_ENV: 'production',
    ENVIRONMENT: 'development',
    HOST: '127.0.0.1',
    PORT: String(portOf(addresses, service)),
    ...urls,
    ...secrets,
    ...(service === 'gateway' ? gatewayVariables(addresses) : serviceVariables(service, addresses)),
  };
}

function gatewayVariables({ identityProviderUrl }: NetworkAddresses): Record<string, string> {
  return {
    JWKS_URL: identityProviderUrl,
    TOKEN_ISSUER: identityProviderUrl,
    CLIENT_ID: DEMO_CLIENT_ID,
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

function portOf({ ports }: NetworkAddresses, service: ServiceName): number {
  const port = ports.get(service);
  if (port === undefined) throw new Error(`no port for ${service}`);
  return port;
}

export function localUrl(port: number): string {
  return `http://127.0.0.1:${port}`;
}
