import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { ServiceName } from '@ndx/contracts';
import {
  freePort,
  isPortFree,
  LocalIdentityProvider,
  LocalInfraError,
  type ManagedProcess,
} from '@ndx/local-infra';
import { ApiClient, tokenOf } from './api-client.js';
import { DEMO_CLIENT_ID, OPERATOR } from './demo-network.js';
import { DEMO_ACCOUNTS } from './identity-account.js';
import { localSecrets } from './local-secrets.js';
import { removeNetworkFile, runningNetwork, writeNetworkFile } from './network-file.js';
import type { NetworkOptions } from './network-options.js';
import { seedDemoNetwork } from './seed-demo-network.js';
import { environmentOf, localUrl, type NetworkAddresses } from './service-environment.js';
import { logFileOf, startProcesses } from './service-processes.js';
import {
  choosePorts,
  startBus,
  startDatabases,
  type Databases,
  type LocalBus,
  type StoreOptions,
} from './stores.js';
import { consoleUrl, type PublicAddresses } from './print-quick-start.js';
import { startLogStore } from '../logs/log-store.js';
import { startTraceStore } from '../traces/trace-store.js';
import type { StoreServer } from './store-server.js';

export interface LocalNetworkOptions extends NetworkOptions, StoreOptions {
  /**
   * Keeps the last traces in this process. Every process exports its spans to it, unless
   * `OTEL_EXPORTER_OTLP_ENDPOINT` names another collector.
   */
  readonly keepsTraces?: boolean;
  /** Reads the last log lines of the processes for operators. */
  readonly readsLogs?: boolean;
  /**
   * Puts a load balancer in front of a process that will listen on the port, and returns the
   * balancer's port. Without it, processes are reached directly.
   */
  readonly putBehind?: (service: ServiceName, port: number) => Promise<number>;
}

interface Started {
  stop(): Promise<void>;
}

/**
 * The whole exchange on one machine: Postgres, the bus, the six services, the gateway, and the local
 * identity provider with the demo network or another provider (design 12). Processes that exit unexpectedly are restarted; all
 * end with this process, even when it is killed.
 */
export class LocalNetwork {
  private constructor(
    readonly dataDir: string,
    readonly addresses: PublicAddresses,
    readonly databases: Databases,
    readonly bus: LocalBus,
    private readonly localProvider: LocalIdentityProvider | undefined,
    readonly processes: ReadonlyMap<ServiceName, ManagedProcess>,
    /** The last traces, if they are kept. */
    readonly traceStore: StoreServer | undefined,
    private readonly logStore: StoreServer | undefined,
    /** The variables of each process. */
    readonly environment: (service: ServiceName) => Record<string, string>,
  ) {}

  /** @throws LocalInfraError with the problem and its solution */
  static async start(options: LocalNetworkOptions): Promise<LocalNetwork> {
    const dataDir = resolve(options.dataDir);
    const { log } = options;
    await refuseSecondStart(dataDir, options);
    makeFolder(dataDir);
    const started: (() => Promise<void>)[] = [];
    try {
      const ports = await choosePorts(options.gatewayPort);
      const publicPorts = await publicPortsOf(ports, options);
      const gatewayPort = publicPorts.get('gateway') ?? options.gatewayPort;
      const [databases, localProvider] = await bothStarted(
        startDatabases(dataDir, options),
        startIdentityProvider(dataDir, gatewayPort, options),
        started,
      );
      const bus = await startBus(options.bus, dataDir, databases, options);
      started.push(() => bus.stop());

      const traceStore = options.keepsTraces ? await startTraceStore() : undefined;
      started.push(async () => traceStore?.stop());
      const logDir = join(dataDir, 'logs');
      const logStore = options.readsLogs
        ? await startLogStore((service) => logFileOf(logDir, service))
        : undefined;
      started.push(async () => logStore?.stop());

      const addresses: NetworkAddresses = {
        ports,
        publicPorts: publicPorts,
        metricsPort: await freePort(),
        databaseUrls: databases.urls,
        bus: bus.variables,
        identityProviderUrl: localUrl(options.identityProviderPort),
        provider: options.provider,
        traceStoreUrl: traceStore?.url,
        logStoreUrl: logStore?.url,
      };
      const secrets = localSecrets(join(dataDir, 'secrets.json'));
      const environments = new Map<ServiceName, Record<string, string>>();
      const environment = (service: ServiceName) => {
        const known = environments.get(service) ?? environmentOf(service, addresses, secrets);
        environments.set(service, known);
        return known;
      };
      const processes = await startProcesses(environment, logDir, log);
      started.push(async () => {
        await Promise.all([...processes.values()].map((process) => process.stop()));
      });

      const publicAddresses = {
        gatewayUrl: localUrl(gatewayPort),
        tokenUrl: `${localUrl(options.identityProviderPort)}/token`,
      };
      if (localProvider) {
        log('Demo network: creating it through the API');
        await seedDemoNetwork(
          new ApiClient(
            publicAddresses.gatewayUrl,
            tokenOf(publicAddresses.tokenUrl, OPERATOR.account),
          ),
        );
      }
      writeNetworkFile(dataDir, {
        pid: process.pid,
        ...publicAddresses,
        bus: bus.address,
        environments: Object.fromEntries(
          [...processes.keys()].map((name) => [name, environment(name)]),
        ),
      });
      return new LocalNetwork(
        dataDir,
        publicAddresses,
        databases,
        bus,
        localProvider,
        processes,
        traceStore,
        logStore,
        environment,
      );
    } catch (error) {
      for (const stop of started.reverse()) await stop();
      throw error;
    }
  }

  /** @throws LocalInfraError when the network has another identity provider */
  get identityProvider(): LocalIdentityProvider {
    if (this.localProvider) return this.localProvider;
    throw new LocalInfraError('The network has no local identity provider.');
  }

  /** Stops the processes first, so that none loses its database during work. */
  async stop(): Promise<void> {
    await Promise.all([...this.processes.values()].map((process) => process.stop()));
    await this.traceStore?.stop();
    await this.logStore?.stop();
    await this.localProvider?.stop();
    await this.bus.stop();
    await this.databases.stop();
    removeNetworkFile(this.dataDir);
  }
}

/** Waits for both, so that a failure of one leaves the other among those to stop. */
async function bothStarted<One extends Started, Other extends Started | undefined>(
  one: Promise<One>,
  other: Promise<Other>,
  started: (() => Promise<void>)[],
): Promise<[One, Other]> {
  for (const result of await Promise.allSettled([one, other])) {
    if (result.status === 'fulfilled') started.push(async () => result.value?.stop());
  }
  return Promise.all([one, other]);
}

/** The address of each process. */
async function publicPortsOf(
  ports: ReadonlyMap<ServiceName, number>,
  { putBehind }: LocalNetworkOptions,
): Promise<ReadonlyMap<ServiceName, number>> {
  if (!putBehind) return ports;
  const publicPorts = new Map<ServiceName, number>();
  for (const [service, port] of ports) publicPorts.set(service, await putBehind(service, port));
  return publicPorts;
}

function makeFolder(dataDir: string): void {
  try {
    mkdirSync(dataDir, { recursive: true });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new LocalInfraError(`The data folder ${dataDir} cannot be made: ${reason}`, {
      cause: error,
    });
  }
}

async function refuseSecondStart(dataDir: string, options: NetworkOptions): Promise<void> {
  const running = await runningNetwork(dataDir);
  if (running) {
    throw new LocalInfraError(
      `A network already runs on ${dataDir}: ${running.gatewayUrl} (process ${running.pid}).\n` +
        'Use that one, stop it with Ctrl-C, or start another: npm start -- --port 9080 --data .data-2',
    );
  }
  const needed: [number, string][] = [[options.gatewayPort, 'the gateway']];
  if (!options.provider) needed.push([options.identityProviderPort, 'the identity provider']);
  for (const [port, name] of needed) {
    if (await isPortFree(port)) continue;
    throw new LocalInfraError(
      `Port ${port}, which ${name} needs, is taken by another program.\n` +
        `Stop that, or choose another port: npm start -- --port ${options.gatewayPort + 1_000}`,
    );
  }
}

/** Undefined where the network has another provider. */
async function startIdentityProvider(
  dataDir: string,
  gatewayPort: number,
  options: LocalNetworkOptions,
): Promise<LocalIdentityProvider | undefined> {
  if (options.provider) return undefined;
  return LocalIdentityProvider.start({
    port: options.identityProviderPort,
    clientId: DEMO_CLIENT_ID,
    issuer: localUrl(options.identityProviderPort),
    keyFile: join(dataDir, 'identity-provider-keys.json'),
    accounts: DEMO_ACCOUNTS,
    // People also type the name of the address.
    consoleUrls: [localUrl(gatewayPort), `http://localhost:${gatewayPort}`].map(consoleUrl),
    log: options.log,
  });
}
