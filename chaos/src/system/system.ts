import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ServiceName, StatefulServiceName } from '@ndx/contracts';
import { freePort, type ManagedProcess } from '@ndx/local-infra';
import { tokenOf } from '@ndx/tools/network/api-client';
import type { DemoInstitution } from '@ndx/tools/network/demo-network';
import { LocalNetwork, type LocalNetworkOptions } from '@ndx/tools/network/local-network';
import pg from 'pg';
import { BusLog } from './bus-log.js';
import { Caller } from './caller.js';

export type BusKind = 'embedded' | 'kafka';

/** Options of a system. */
export interface SystemOptions {
  /** Called with the folder of its data before anything runs on it. */
  readonly prepare?: (dataDir: string) => Promise<void>;
  readonly putBehind?: LocalNetworkOptions['putBehind'];
  readonly databaseUrls?: LocalNetworkOptions['databaseUrls'];
  /** Every request uses a new connection, as from new clients. */
  readonly manyClients?: boolean;
}

/**
 * The whole exchange as real processes on a real Postgres and the real bus, for fault injection.
 */
export class System {
  private readonly callers = new Map<string, Caller>();

  private constructor(
    readonly bus: BusKind,
    readonly network: LocalNetwork,
    readonly busLog: BusLog,
    private readonly folder: string,
    private readonly manyClients: boolean,
  ) {}

  static async start(
    bus: BusKind,
    { prepare, putBehind, databaseUrls, manyClients = false }: SystemOptions = {},
  ): Promise<System> {
    const folder = mkdtempSync(join(tmpdir(), `chaos-${bus}-`));
    // Under root Postgres runs as another user, which needs access.
    chmodSync(folder, 0o755);
    const dataDir = join(folder, 'data');
    await prepare?.(dataDir);
    const network = await LocalNetwork.start({
      dataDir,
      bus,
      gatewayPort: await freePort(),
      identityProviderPort: await freePort(),
      ...(putBehind && { putBehind }),
      ...(databaseUrls && { databaseUrls }),
      log: () => undefined,
    });
    const busLog = await BusLog.open(network.bus.address);
    return new System(bus, network, busLog, folder, manyClients);
  }

  as({ account }: DemoInstitution): Caller {
    const { gatewayUrl, tokenUrl } = this.network.addresses;
    const known = this.callers.get(account);
    if (known) return known;
    const keepsConnections = !this.manyClients;
    const caller = new Caller(gatewayUrl, tokenOf(tokenUrl, account), { keepsConnections });
    this.callers.set(account, caller);
    return caller;
  }

  process(service: ServiceName): ManagedProcess {
    const process = this.network.processes.get(service);
    if (!process) throw new Error(`${service} does not run`);
    return process;
  }

  /** Runs a statement in a service's database, or another one of the server. */
  async sql<Row extends object>(
    database: StatefulServiceName | 'bus' | 'postgres',
    statement: string,
    values: readonly unknown[] = [],
  ): Promise<readonly Row[]> {
    const { postgres, urls } = this.network.databases;
    const ofService = new Map<string, string>(urls).get(database);
    const client = new pg.Client({ connectionString: ofService ?? postgres.url(database) });
    await client.connect();
    try {
      return (await client.query<Row>(statement, [...values])).rows;
    } finally {
      await client.end();
    }
  }

  /** Waits until every process is ready, if necessary after restarts. */
  async ready(): Promise<void> {
    for (const process of this.network.processes.values()) await process.ready();
  }

  /** The services that are not ready. */
  async unready(): Promise<readonly ServiceName[]> {
    const services = [...this.network.processes];
    const answers = await Promise.all(services.map(([, process]) => process.isReady()));
    return services.map(([name]) => name).filter((_, index) => !answers[index]);
  }

  async stop(): Promise<void> {
    await Promise.all([...this.callers.values()].map((caller) => caller.close()));
    await this.busLog.close();
    await this.network.stop();
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 10 });
  }
}
