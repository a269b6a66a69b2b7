import type { ClientBase } from 'pg';
import type { DataSource } from 'typeorm';
import type { EventBus } from '../bus/port.js';
import type { MessagingLogger } from '../logger.js';
import { Backoff, Pause, sleep } from '@ndx/contracts';
import { inTransaction, Notifications } from '@ndx/postgres';
import { fromRow, OUTBOX_COLUMNS, type OutboxRow } from './outbox-row.js';
import type { PublishedLog } from './published-log.js';
import { ParkedOutbox } from './parked-outbox.js';
import { publishRows, type RefusedRow } from './publish-rows.js';
import { RelayShards, SHARD_OF_ROW, type HeldShards } from './relay-shards.js';
import { ReplicationBarrier } from './replication-barrier.js';

export interface OutboxRelayOptions {
  readonly dataSource: DataSource;
  readonly bus: EventBus;
  readonly logger: MessagingLogger;
  /** The log of audited events, written when they leave the outbox. */
  readonly log: PublishedLog;
  /** Called with each failure, of the bus or the database. */
  readonly onFailure?: (error: unknown) => void;
  /** Maximum number of rows per publication. */
  readonly batchSize?: number;
  /** Maximum polling interval of an idle relay, in milliseconds. */
  readonly pollMs?: number;
  /** Time that a woken relay waits for further events, in milliseconds. */
  readonly lingerMs?: number;
  /** The same after a publication, in milliseconds: a busy service gets fewer, larger batches. */
  readonly busyLingerMs?: number;
  /** Time until other relays take over the shards of a killed one, in milliseconds. */
  readonly leaseMs?: number;
}

/** Default maximum number of rows per publication. */
const BATCH_SIZE = 500;

/** Maximum bytes of a batch, so that the backlog of a long outage is read in parts. */
const BATCH_BYTES = 4 * 1024 * 1024;

/**
 * Polling interval of an idle relay that is notified of other processes' events, in milliseconds.
 */
const NOTIFIED_POLL_MS = 5_000;

/** The interval of polls without notifications. */
const POLL_MS = 250;

/**
 * A process that does not hold every shard notifies the others on it, once for all events of a
 * short time. The payload is empty, or `SHARDS_CHANGED`.
 */
const CHANNEL = 'outbox_written';
const SHARDS_CHANGED = 'shards';

/** The result of one poll of the outbox; after a full batch there may be more. */
type Published = 'nothing' | 'all there was' | 'a full batch' | 'others publish';

/**
 * Read by primary key. Rows of other shards are skipped: an index of shards would slow each insert.
 */
const readOf = (condition: string) => `
select seq, ${OUTBOX_COLUMNS} from (
  select *, sum(octet_length(data)) over (order by seq) - octet_length(data) as bytes_before
  from outbox o
  where not exists (select from parked_outbox_key p where p.key = o.key)${condition}
  order by seq limit $1
) as oldest
where bytes_before < ${BATCH_BYTES} order by seq`;

const READ = readOf('');
const READ_SHARDS = readOf(` and ${SHARD_OF_ROW} = any($2::int[])`);

/**
 * Deletes by number, never "up to the last": a row with a lower number may have been committed
 * since. The member cannot be evicted before the end of the transaction.
 */
const DELETE = `
with held as (
  select from relay_member where member = $2 for key share
)
delete from outbox using held where outbox.seq = any($1::bigint[])
returning outbox.seq`;

/**
 * Publishes a service's outbox in commit order per key (design 4), in each process the rows of the
 * shards that it holds. A row is deleted only when the bus has it durably, and a batch is published
 * completely or retried: a relay that crashes in between publishes again, and the inboxes skip the
 * duplicates. Two relays with one shard, one of them past its lease, can only add such duplicates:
 * each publishes a key's rows in order, from the oldest unacknowledged one. A row that the bus
 * permanently rejects stays in the outbox and parks only its key (replication 3).
 */
export class OutboxRelay {
  private readonly pause = new Pause();
  private readonly backoff = new Backoff(100, 5_000);
  private readonly shards: RelayShards;
  private readonly parked: ParkedOutbox;
  private readonly barrier: ReplicationBarrier;
  private readonly written: Notifications;
  private running: Promise<void> | undefined;
  private stopping = new AbortController();
  private lastError: unknown;
  /** Whether this process has committed events since the last poll. */
  private hasWritten = false;

  constructor(private readonly options: OutboxRelayOptions) {
    this.shards = new RelayShards({
      dataSource: options.dataSource,
      leaseMs: options.leaseMs ?? 10_000,
      isNotified: () => this.written.isListening,
      onChange: () => this.notify(SHARDS_CHANGED),
    });
    this.parked = new ParkedOutbox(options.dataSource);
    this.barrier = new ReplicationBarrier(options.dataSource);
    this.written = new Notifications({
      connect: () => heldConnection(options.dataSource),
      channel: CHANNEL,
      onFailure: (error) => {
        options.logger.warn({ err: error }, 'listening for outbox rows failed; polling instead');
      },
      // A notification without a payload: some may have been lost.
      onNotification: (payload = SHARDS_CHANGED) => {
        if (payload === SHARDS_CHANGED) this.shards.invalidate();
        this.pause.wake();
      },
    });
  }

  /** Has no effect if it runs already. */
  start(): void {
    if (this.running) return;
    this.stopping = new AbortController();
    this.written.start();
    this.running = this.run();
  }

  /** Called after a commit. Cheap: any number of calls cause one poll. */
  wake(): void {
    this.hasWritten = true;
    // During an outage, calls do not add attempts.
    if (this.lastError === undefined) this.pause.wake();
  }

  /** The error of the last attempt to publish; undefined after a success. */
  get trouble(): unknown {
    return this.lastError;
  }

  /** The number of shards of the outbox that this process publishes. */
  get heldShards(): number {
    return this.shards.count;
  }

  /** Finishes the batch in flight, then releases the shards for other processes. */
  async stop(): Promise<void> {
    this.stopping.abort();
    this.pause.wake();
    await this.running;
    this.running = undefined;
    await this.written.stop();
    try {
      await this.shards.leave();
    } catch (error) {
      // Otherwise the lease of the shards expires.
      this.lastError = error;
    }
  }

  private async run(): Promise<void> {
    const { batchSize = BATCH_SIZE, logger } = this.options;
    const { lingerMs = 25, busyLingerMs = 100 } = this.options;
    const { signal } = this.stopping;
    while (!signal.aborted) {
      let published: Published;
      try {
        published = await this.publishBatch(batchSize);
        this.lastError = undefined;
        this.backoff.reset();
      } catch (error) {
        this.lastError = error;
        this.options.onFailure?.(error);
        this.shards.invalidate();
        logger.warn({ err: error }, 'publishing the outbox failed; retrying');
        await this.pause.sleep(this.backoff.next());
        continue;
      }
      if (published === 'a full batch') continue;
      // Events that arrive while a batch is sent share the next batch.
      if (published === 'all there was') await sleep(busyLingerMs, signal);
      else if (await this.pause.sleep(this.pollMs())) await sleep(lingerMs, signal);
    }
  }

  private pollMs(): number {
    const { pollMs = NOTIFIED_POLL_MS } = this.options;
    // Processes that were started together do not poll together.
    return this.written.isListening
      ? pollMs * (0.75 + Math.random() / 2)
      : Math.min(pollMs, POLL_MS);
  }

  private async publishBatch(batchSize: number): Promise<Published> {
    const { bus } = this.options;
    const { hasWritten } = this;
    this.hasWritten = false;
    const held = await this.shards.hold();
    if (hasWritten && !this.shards.areAll) await this.notify();
    if (!held) return 'others publish';
    const rows = await this.read(held, batchSize);
    if (rows.length === 0) return 'nothing';
    // Publish only events that the standby has: a failover cannot lose them.
    await this.barrier.passed();
    const { published, refused } = await publishRows(bus, rows);
    for (const each of refused) await this.park(each);
    if (published.length === 0) return 'a full batch';
    const settled = await this.settle(published, held);
    if (settled < published.length) this.shards.invalidate();
    const bytes = rows.reduce((sum, { data }) => sum + Buffer.byteLength(data), 0);
    return rows.length === batchSize || bytes >= BATCH_BYTES ? 'a full batch' : 'all there was';
  }

  private read({ only }: HeldShards, batchSize: number): Promise<OutboxRow[]> {
    const { dataSource } = this.options;
    return only
      ? dataSource.query<OutboxRow[]>(READ_SHARDS, [batchSize, only])
      : dataSource.query<OutboxRow[]>(READ, [batchSize]);
  }

  private async notify(payload = ''): Promise<void> {
    await this.options.dataSource.query(`notify ${CHANNEL}, '${payload}'`);
  }

  private async park(refused: RefusedRow): Promise<void> {
    await this.parked.park(refused);
    const { row, error } = refused;
    this.options.logger.error(
      { err: error, event_id: row.id, type: row.type, key: row.key },
      'the bus rejected an event; its key is parked in the outbox',
    );
  }

  /**
   * Deletes published rows and enters them in the log, unless this process was evicted. Returns the
   * number of events.
   */
  private settle(rows: readonly OutboxRow[], { member }: HeldShards): Promise<number> {
    const { dataSource, log } = this.options;
    return inTransaction(dataSource, async (manager) => {
      const [deleted] = await manager.query<[Pick<OutboxRow, 'seq'>[], number]>(DELETE, [
        rows.map(({ seq }) => seq),
        member,
      ]);
      const gone = new Set(deleted.map(({ seq }) => seq));
      await log.append(manager, rows.filter(({ seq }) => gone.has(seq)).map(fromRow));
      return gone.size;
    });
  }
}

async function heldConnection(dataSource: DataSource) {
  const runner = dataSource.createQueryRunner();
  const client = (await runner.connect()) as ClientBase;
  return { client, release: () => runner.release() };
}
