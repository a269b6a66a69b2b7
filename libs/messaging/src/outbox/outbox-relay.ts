import type { DataSource } from 'typeorm';
import type { EventBus } from '../bus/port.js';
import type { MessagingLogger } from '../logger.js';
import { Backoff, Pause, sleep } from '@ndx/contracts';
import { inTransaction } from '@ndx/postgres';
import { fromRow, OUTBOX_COLUMNS, type OutboxRow } from './outbox-row.js';
import type { PublishedLog } from './published-log.js';
import { ParkedOutbox } from './parked-outbox.js';
import { publishRows, type RefusedRow } from './publish-rows.js';
import { RelayLease } from './relay-lease.js';
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
  /** Polling interval of an idle relay, in milliseconds. */
  readonly pollMs?: number;
  /** Time that a woken relay waits for further events, in milliseconds. */
  readonly lingerMs?: number;
  /** The same after a publication, in milliseconds: a busy service gets fewer, larger batches. */
  readonly busyLingerMs?: number;
  /** Time until another relay takes over from a killed one, in milliseconds. */
  readonly leaseMs?: number;
}

/** Default maximum number of rows per publication. */
const BATCH_SIZE = 500;

/** Maximum bytes of a batch, so that the backlog of a long outage is read in parts. */
const BATCH_BYTES = 4 * 1024 * 1024;

/** The result of one poll of the outbox; after a full batch there may be more. */
type Published = 'nothing' | 'all there was' | 'a full batch';

const READ = `
select seq, ${OUTBOX_COLUMNS} from (
  select *, sum(octet_length(data)) over (order by seq) - octet_length(data) as bytes_before
  from outbox o
  where not exists (select from parked_outbox_key p where p.key = o.key)
  order by seq limit $1
) as oldest
where bytes_before < ${BATCH_BYTES} order by seq`;

/**
 * Deletes by number, never "up to the last": a row with a lower number may have been committed
 * since. The lease cannot change hands before the end of the transaction.
 */
const DELETE = `
with held as (select from relay_lease where token = $2 for share)
delete from outbox using held where outbox.seq = any($1::bigint[])
returning outbox.seq`;

/**
 * Publishes a service's outbox in commit order per key (design 4). A row is deleted only when the
 * bus has it durably, and a batch is published completely or retried: a relay that crashes in
 * between publishes again, and the inboxes skip the duplicates. Two concurrent relays, one of them
 * past its lease, can only add such duplicates: each publishes a key's rows in order, from the
 * oldest unacknowledged one. A row that the bus permanently rejects stays in the outbox and parks
 * only its key (decision 0060).
 */
export class OutboxRelay {
  private readonly pause = new Pause();
  private readonly backoff = new Backoff(100, 5_000);
  private readonly lease: RelayLease;
  private readonly parked: ParkedOutbox;
  private readonly barrier: ReplicationBarrier;
  private running: Promise<void> | undefined;
  private stopping = new AbortController();
  private lastError: unknown;

  constructor(private readonly options: OutboxRelayOptions) {
    this.lease = new RelayLease(options.dataSource, options.leaseMs ?? 10_000);
    this.parked = new ParkedOutbox(options.dataSource);
    this.barrier = new ReplicationBarrier(options.dataSource);
  }

  start(): void {
    this.stopping = new AbortController();
    this.running ??= this.run();
  }

  /** Called after a commit. Cheap: any number of calls cause one poll. */
  wake(): void {
    // During an outage, calls do not add attempts.
    if (this.lastError === undefined) this.pause.wake();
  }

  /** The error of the last attempt to publish; undefined after a success. */
  get trouble(): unknown {
    return this.lastError;
  }

  /** Finishes the batch in flight, then releases the lease for another process. */
  async stop(): Promise<void> {
    this.stopping.abort();
    this.pause.wake();
    await this.running;
    this.running = undefined;
    try {
      await this.lease.release();
    } catch (error) {
      // Otherwise the lease expires.
      this.lastError = error;
    }
  }

  private async run(): Promise<void> {
    const { batchSize = BATCH_SIZE, logger } = this.options;
    const { pollMs = 250, lingerMs = 25, busyLingerMs = 100 } = this.options;
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
        this.lease.invalidate();
        logger.warn({ err: error }, 'publishing the outbox failed; retrying');
        await this.pause.sleep(this.backoff.next());
        continue;
      }
      if (published === 'a full batch') continue;
      // Events that arrive while a batch is sent share the next batch.
      if (published === 'all there was') await sleep(busyLingerMs, signal);
      else if (await this.pause.sleep(pollMs)) await sleep(lingerMs, signal);
    }
  }

  private async publishBatch(batchSize: number): Promise<Published> {
    const { dataSource, bus } = this.options;
    const token = await this.lease.hold();
    if (token === undefined) return 'nothing';
    const rows = await dataSource.query<OutboxRow[]>(READ, [batchSize]);
    if (rows.length === 0) return 'nothing';
    // Publish only events that the standby has: a failover cannot lose them.
    await this.barrier.passed();
    const { published, refused } = await publishRows(bus, rows);
    for (const each of refused) await this.park(each);
    if (published.length === 0) return 'a full batch';
    const settled = await this.settle(published, token);
    if (settled < published.length) this.lease.invalidate();
    const bytes = rows.reduce((sum, { data }) => sum + Buffer.byteLength(data), 0);
    return rows.length === batchSize || bytes >= BATCH_BYTES ? 'a full batch' : 'all there was';
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
   * Deletes published rows and enters them in the log, unless another process holds the lease by
   * now. Returns the number of events.
   */
  private settle(rows: readonly OutboxRow[], token: string): Promise<number> {
    const { dataSource, log } = this.options;
    return inTransaction(dataSource, async (manager) => {
      const [deleted] = await manager.query<[Pick<OutboxRow, 'seq'>[], number]>(DELETE, [
        rows.map(({ seq }) => seq),
        token,
      ]);
      const gone = new Set(deleted.map(({ seq }) => seq));
      await log.append(manager, rows.filter(({ seq }) => gone.has(seq)).map(fromRow));
      return gone.size;
    });
  }
}
