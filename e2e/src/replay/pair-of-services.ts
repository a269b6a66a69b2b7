import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { serviceVariable, topicOf, type StatefulServiceName } from '@ndx/contracts';
import { freePort, type LocalPostgres, ManagedProcess, projectRoot } from '@ndx/local-infra';
import { createBus, type EventBus, type OutgoingEvent } from '@ndx/messaging';
import {
  compareAsOwner,
  compareAsOwners,
  PRINCIPAL_VARIABLES,
  requestsTo,
  startEntityStandIn,
  testKeys,
  type EntityStandIn,
  type Requests,
} from '@ndx/service/testing';
import { createTestDatabase, eventually, type TestDatabase } from '@ndx/testing';
import { entryOf } from '@ndx/tools/network/service-processes';
import pg from 'pg';
import { SubscriberServer, databaseOn } from './subscriber-server.js';
import { DeliveryGate } from './delivery-gate.js';

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

/**
 * Whether the part of the read models was confirmed since the last start of the database server.
 */
export async function isConfirmed(
  productQuery: OwnService,
  part: 'bus' | 'consent' = 'consent',
): Promise<boolean> {
  const rows = await productQuery.sql(
    `select from confirmed_incarnation where part = $1
     and incarnation = date_part('epoch', pg_postmaster_start_time())`,
    [part],
  );
  return rows.length > 0;
}

/** A member that holds every shard keeps the relay of the service from publishing. */
const HOLD_SHARDS = `
with gone as (
  delete from relay_member
), holder as (
  insert into relay_member (member, expires_at) values (gen_random_uuid(), 'infinity')
  returning member
), held as (
  update relay_shard set member = holder.member from holder
)
select pg_notify('outbox_written', 'shards')`;

const RELEASE_SHARDS = `
with gone as (
  delete from relay_member where expires_at = 'infinity'
)
select pg_notify('outbox_written', 'shards')`;

/**
 * The processes of consent and of product-query. Each has a bus of its own, and direct deliveries
 * pass a gate, so that a replay decides when an event moves.
 */
export class PairOfServices {
  private constructor(
    readonly consent: OwnService,
    readonly productQuery: OwnService,
    readonly gate: DeliveryGate,
    private readonly entity: EntityStandIn,
    private readonly subscriberServer: SubscriberServer,
  ) {}

  static async start(): Promise<PairOfServices> {
    const common = {
      ...PRINCIPAL_VARIABLES,
      ...testKeys().variables,
    };
    const entity = await startEntityStandIn();
    const subscriberServer = await SubscriberServer.start();
    const productQuery = await OwnService.start(
      'product-query',
      {
        ...common,
        // Nothing is replayed here.
        FURNISHING_URL: entity.url,
      },
      { server: subscriberServer.postgres },
    );
    await compareAsOwners('product-query', productQuery.requests);
    const gate = await DeliveryGate.start(productQuery.requests.url);
    const urls = { ENTITY_URL: entity.url, PRODUCT_QUERY_URL: gate.url };
    const consent = await OwnService.start(
      'consent',
      { ...common, ...urls },
      {
        prepare: async (own) => {
          await own.query(HOLD_SHARDS);
        },
      },
    );
    await compareAsOwners('consent', consent.requests);
    await consent.bus.ensureTopics([topicOf('consent')]);
    return new PairOfServices(consent, productQuery, gate, entity, subscriberServer);
  }

  /** Starts the server of product-query's database again; the other owners have nothing to repair. */
  async restartSubscriber(): Promise<void> {
    await this.subscriberServer.restart();
    await eventually(
      async () => {
        const { requests } = this.productQuery;
        const { status } = await requests.call(undefined, 'GET', '/health/ready');
        if (status !== 200) throw new Error(`product-query is not ready: ${status}`);
      },
      { timeoutMs: 30_000 },
    );
    for (const owner of ['policy', 'attestation', 'furnishing', 'entity'] as const) {
      await compareAsOwner(owner, this.productQuery.requests);
    }
  }

  /** Waits until the part of the read models is confirmed. */
  async confirmed(part: 'bus' | 'consent'): Promise<void> {
    await eventually(
      async () => {
        if (!(await isConfirmed(this.productQuery, part)))
          throw new Error(`${part} is not confirmed`);
      },
      { timeoutMs: 30_000 },
    );
  }

  /** Lets the relay of consent publish everything that it has. */
  async relay(): Promise<void> {
    await this.consent.sql(RELEASE_SHARDS);
    await eventually(async () => {
      const rows = await this.consent.sql('select from outbox');
      if (rows.length > 0) throw new Error(`${rows.length} events are not published`);
    });
    await this.consent.sql(HOLD_SHARDS);
  }

  async stop(): Promise<void> {
    await this.gate.stop();
    await this.consent.stop();
    await this.productQuery.stop();
    await this.entity.stop();
    await this.subscriberServer.stop();
  }
}
