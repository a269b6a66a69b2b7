import { topicOf } from '@ndx/contracts';
import { toEnvelope, type EnvelopeRow, type OutgoingEvent } from '@ndx/messaging';
import { BUS, readModelParts } from '@ndx/replication';
import {
  compareAsOwner,
  compareAsOwners,
  PRINCIPAL_VARIABLES,
  startEntityStandIn,
  testKeys,
  type EntityStandIn,
} from '@ndx/service/testing';
import { eventually } from '@ndx/testing';
import { DeliveryGate } from './delivery-gate.js';
import { OwnService } from './own-service.js';
import { SubscriberServer } from './subscriber-server.js';

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

/** An owner of aggregates whose traces are replayed. */
export type ReplayedOwner = 'consent' | 'furnishing';

/**
 * The processes of an owner and of product-query. Each has a bus of its own, and direct deliveries
 * pass a gate, so that a replay decides when an event moves.
 */
export class PairOfServices {
  private constructor(
    readonly owner: OwnService,
    readonly productQuery: OwnService,
    readonly gate: DeliveryGate,
    private readonly entity: EntityStandIn,
    private readonly subscriberServer: SubscriberServer,
  ) {}

  static async start(name: ReplayedOwner): Promise<PairOfServices> {
    const common = { ...PRINCIPAL_VARIABLES, ...testKeys().variables };
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
    const owner = await OwnService.start(
      name,
      { ...common, ...urls },
      {
        prepare: async (own) => {
          await own.query(HOLD_SHARDS);
        },
      },
    );
    await compareAsOwners(name, owner.requests);
    await owner.bus.ensureTopics([topicOf(name)]);
    return new PairOfServices(owner, productQuery, gate, entity, subscriberServer);
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
    for (const part of readModelParts('product-query')) {
      if (part === BUS || part === this.owner.name) continue;
      await compareAsOwner(part, this.productQuery.requests);
    }
  }

  /** Whether product-query answers queries, as far as the owner is concerned. */
  isConfirmed(): Promise<boolean> {
    return this.hasConfirmed(this.owner.name);
  }

  /** Waits until the part of the read models is confirmed; default: the owner's. */
  async confirmed(part: string = this.owner.name): Promise<void> {
    await eventually(
      async () => {
        if (!(await this.hasConfirmed(part))) throw new Error(`${part} is not confirmed`);
      },
      { timeoutMs: 30_000 },
    );
  }

  /** Lets the relay of the owner publish everything that it has. Returns the events of the key. */
  async relay(key: string): Promise<readonly OutgoingEvent[]> {
    const rows = await this.owner.sql<EnvelopeRow & Record<string, unknown>>(
      'select * from outbox where key = $1 order by seq',
      [key],
    );
    await this.owner.sql(RELEASE_SHARDS);
    await eventually(async () => {
      const left = await this.owner.sql('select from outbox');
      if (left.length > 0) throw new Error(`${left.length} events are not published`);
    });
    await this.owner.sql(HOLD_SHARDS);
    const topic = topicOf(this.owner.name);
    return rows.map((row) => ({ topic, key, envelope: toEnvelope(row) }));
  }

  async stop(): Promise<void> {
    await this.gate.stop();
    await this.owner.stop();
    await this.productQuery.stop();
    await this.entity.stop();
    await this.subscriberServer.stop();
  }

  /** Whether the part of the read models was confirmed since the last start of the database server. */
  private async hasConfirmed(part: string): Promise<boolean> {
    const rows = await this.productQuery.sql(
      `select from confirmed_incarnation where part = $1
       and incarnation = date_part('epoch', pg_postmaster_start_time())`,
      [part],
    );
    return rows.length > 0;
  }
}
