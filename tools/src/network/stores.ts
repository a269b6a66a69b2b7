import { join } from 'node:path';
import {
  SERVICE_NAMES,
  serviceVariable,
  STATEFUL_SERVICE_NAMES,
  type ServiceName,
  type StatefulServiceName,
} from '@ndx/contracts';
import { freePort, LocalKafka, LocalPostgres, type Log } from '@ndx/local-infra';
import type { BusAddress } from './bus-address.js';

/** A database for each service; some may be on another server, by `*_DATABASE_URL`. */
export interface Databases {
  readonly postgres: LocalPostgres;
  readonly urls: ReadonlyMap<StatefulServiceName, string>;
  stop(): Promise<void>;
}

/** The bus settings of a service; without brokers, the embedded bus. */
export interface BusVariables {
  readonly KAFKA_BROKERS: string;
  readonly EMBEDDED_BUS_URL: string;
}

export interface LocalBus {
  readonly address: BusAddress;
  readonly variables: BusVariables;
  /** The broker that was started for this network, if any. */
  readonly broker: LocalKafka | undefined;
  stop(): Promise<void>;
}

const nothingToStop = () => Promise.resolve();

/** Options of the stores of a network. */
export interface StoreOptions {
  /** The databases on another server. */
  readonly databaseUrls?: ReadonlyMap<StatefulServiceName, string>;
  /** As for `LocalPostgres`. */
  readonly durable?: boolean;
  readonly log: Log;
}

export async function startDatabases(
  dataDir: string,
  { databaseUrls, durable = true, log }: StoreOptions,
): Promise<Databases> {
  const postgres = await LocalPostgres.start({
    dataDir: join(dataDir, 'postgres'),
    durable,
    restart: true,
    log,
  });
  const urls = STATEFUL_SERVICE_NAMES.map(async (service) => {
    const given =
      databaseUrls?.get(service) ?? process.env[serviceVariable(service, 'DATABASE_URL')];
    return [service, given ?? (await postgres.createDatabase(service))] as const;
  });
  return { postgres, urls: new Map(await Promise.all(urls)), stop: () => postgres.stop() };
}

/** The requested bus: embedded, the broker in `KAFKA_BROKERS`, or a new one. */
export async function startBus(
  kind: 'embedded' | 'kafka',
  dataDir: string,
  databases: Databases,
  { log }: StoreOptions,
): Promise<LocalBus> {
  if (kind === 'embedded') {
    const databaseUrl = await databases.postgres.createDatabase('bus');
    return {
      address: { kind: 'embedded', databaseUrl },
      variables: { KAFKA_BROKERS: '', EMBEDDED_BUS_URL: databaseUrl },
      broker: undefined,
      stop: nothingToStop,
    };
  }
  const named = process.env['KAFKA_BROKERS'];
  const broker = named
    ? undefined
    : await LocalKafka.start({ dataDir: join(dataDir, 'kafka'), log });
  const brokers = named ?? broker?.brokers ?? '';
  return {
    address: { kind: 'kafka', brokers: brokers.split(','), clientId: 'ndx-local' },
    variables: { KAFKA_BROKERS: brokers, EMBEDDED_BUS_URL: '' },
    broker,
    stop: broker ? () => broker.stop() : nothingToStop,
  };
}

/** The gateway has the requested port, every service a free one. */
export async function choosePorts(gatewayPort: number): Promise<ReadonlyMap<ServiceName, number>> {
  const ports = new Map<ServiceName, number>();
  for (const service of SERVICE_NAMES) {
    ports.set(service, service === 'gateway' ? gatewayPort : await freePort());
  }
  return ports;
}
