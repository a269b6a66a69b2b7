import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { serviceVariable, type StatefulServiceName } from '@ndx/contracts';
import { freePort, type LocalPostgres, ManagedProcess, projectRoot } from '@ndx/local-infra';
import { createBus, type EventBus, type OutgoingEvent } from '@ndx/messaging';
import { requestsTo, type Requests } from '@ndx/service/testing';
import { createTestDatabase, eventually, type TestDatabase } from '@ndx/testing';
import { entryOf } from '@ndx/tools/network/service-processes';
import pg from 'pg';
import { databaseOn } from './subscriber-server.js';

const run = promisify(execFile);

/** A process of a service on a database and a bus of its own. */
export class OwnService {
  private constructor(
    readonly name: StatefulServiceName,
    readonly requests: Requests,
    readonly bus: EventBus,
    private readonly process: ManagedProcess,
    private readonly env: Readonly<Record<string, string>>,
    private readonly pools: { readonly own: pg.Pool; readonly bus: pg.Pool },
    private readonly databases: readonly TestDatabase[],
  ) {}

  static async start(
    name: StatefulServiceName,
    variables: Readonly<Record<string, string>>,
    {
      prepare = async () => undefined,
      server,
    }: {
      readonly prepare?: (own: pg.Pool) => Promise<void>;
      /** Its database is on this server instead of the shared one. */
      readonly server?: LocalPostgres;
    } = {},
  ): Promise<OwnService> {
    const database = await (server ? databaseOn(server, name) : createTestDatabase());
    const busDatabase = await createTestDatabase();
    const port = await freePort();
    const env = {
      ...variables,
      [serviceVariable(name, 'DATABASE_URL')]: database.url,
      EMBEDDED_BUS_URL: busDatabase.url,
      HOST: '127.0.0.1',
      PORT: String(port),
      LOG_LEVEL: 'warn',
      NODE_ENV: 'production',
      // A comparison of owner and read models is not a step of the model.
      READ_MODEL_COMPARISON_MS: '86400000',
    };
    const pools = {
      own: new pg.Pool({ connectionString: database.url, max: 2 }),
      bus: new pg.Pool({ connectionString: busDatabase.url, max: 1 }),
    };
    // A restart of the server breaks idle connections; the next statement opens another one.
    pools.own.on('error', () => undefined);
    await run(process.execPath, [entryOf(name), 'migrate'], { env: { ...process.env, ...env } });
    await prepare(pools.own);
    const url = `http://127.0.0.1:${port}`;
    const started = await ManagedProcess.start({
      name,
      entry: entryOf(name),
      env,
      readyUrl: `${url}/health/ready`,
      logFile: join(projectRoot(), '.cache', 'e2e-replay', `${name}.log`),
      log: () => undefined,
    });
    const logger = { info: () => undefined, warn: () => undefined, error: () => undefined };
    const bus = createBus({ kind: 'embedded', databaseUrl: busDatabase.url, logger });
    const databases = [database, busDatabase];
    return new OwnService(name, requestsTo(url), bus, started, env, pools, databases);
  }

  async sql<Row extends pg.QueryResultRow = Record<string, unknown>>(
    statement: string,
    values: readonly unknown[] = [],
  ): Promise<Row[]> {
    return (await this.pools.own.query<Row>(statement, [...values])).rows;
  }

  /**
   * Runs a command of the service, as an operator does. Returns its output.
   * @throws Error with `stdout` when it ends with another status than 0
   */
  command(...parameters: string[]): Promise<string> {
    return this.commandWith({}, ...parameters);
  }

  /** The same with other values of some variables. */
  async commandWith(
    variables: Readonly<Record<string, string>>,
    ...parameters: string[]
  ): Promise<string> {
    const env = { ...process.env, ...this.env, ...variables };
    return (await run(process.execPath, [entryOf(this.name), ...parameters], { env })).stdout;
  }

  /** Puts an event on the bus, and waits until the service has consumed it. */
  async consume(event: OutgoingEvent): Promise<void> {
    await this.bus.publish([event]);
    await eventually(async () => {
      const { rows } = await this.pools.bus.query(
        `select from bus_progress p join bus_event e using (topic, partition)
         where e.id = $1 and p.group_name = $2
         group by p.next_offset having p.next_offset > max(e."offset")`,
        [event.envelope.id, this.name],
      );
      if (rows.length === 0) throw new Error(`${event.envelope.type} is not consumed`);
    });
  }

  async stop(): Promise<void> {
    await this.process.stop();
    await this.bus.close();
    await this.pools.own.end();
    await this.pools.bus.end();
    for (const database of this.databases) await database.drop();
  }
}
