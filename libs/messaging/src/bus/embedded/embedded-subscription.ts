import { newId, Backoff, Pause, sleep } from '@ndx/contracts';
import type { Pool } from 'pg';
import { deliverUntilDone } from '../deliver-until-done.js';
import type {
  LogPosition,
  PartitionProgress,
  SubscribeOptions,
  Subscription,
  SubscriptionState,
} from '../port.js';
import { until } from '../until.js';
import { Vitals } from '../vitals.js';
import type { EmbeddedBusOptions } from './embedded-bus-options.js';
import { Membership } from './membership.js';
import { groupProgress, rewindGroup } from './progress.js';
import { commitBatch, readBatches, type LeasedBatch } from './read.js';

const BATCH = 100;

/** Polling interval of an idle subscription that is notified of publications, in milliseconds. */
const NOTIFIED_POLL_MS = 5_000;

/** The interval of polls without notifications. */
const POLL_MS = 50;

/** Maximum number of partitions whose batches are processed concurrently: they share transactions. */
const CONCURRENT_PARTITIONS = 12;

const BEHIND = `
select coalesce(sum(p.next_offset - coalesce(o.next_offset, 0)), 0)::float8 as lag
from bus_partition p
left join bus_progress o
  on o.group_name = $1 and o.topic = p.topic and o.partition = p.partition
where p.topic = any($2::text[])`;

const HEADS = `
select topic, partition, next_offset from bus_partition where topic = any($1::text[])`;

const REACHED = `
select count(*)::int as missing
from unnest($2::text[], $3::int[], $4::bigint[]) as head(topic, partition, next_offset)
left join bus_progress o
  on o.group_name = $1 and o.topic = head.topic and o.partition = head.partition
where coalesce(o.next_offset, 0) < head.next_offset`;

/** One member of a group on the embedded bus. */
export class EmbeddedSubscription implements Subscription {
  private readonly member = newId();
  private readonly pause = new Pause();
  private readonly stopping = new AbortController();
  private readonly backoff = new Backoff(100, 2_000);
  private readonly membership: Membership;
  private readonly leaseMs: number;
  private readonly vitals: Vitals;
  private running: Promise<void> | undefined;

  constructor(
    private readonly pool: Pool,
    private readonly options: SubscribeOptions,
    private readonly bus: EmbeddedBusOptions,
    private readonly isNotified: () => boolean,
  ) {
    this.leaseMs = bus.leaseMs ?? 5_000;
    this.vitals = new Vitals(bus.stallTimeoutMs);
    const { group, topics } = options;
    this.membership = new Membership(pool, group, topics, this.member, this.leaseMs);
  }

  start(): void {
    this.running ??= this.run();
  }

  /** Called after a publication. @param topics of the publication; undefined when unknown */
  wake(topics?: readonly string[]): void {
    const concerns = topics?.some((topic) => this.options.topics.includes(topic)) ?? true;
    if (concerns && this.state() === 'running') this.pause.wake();
  }

  state(): SubscriptionState {
    return this.stopping.signal.aborted ? 'stopped' : this.vitals.state();
  }

  async lag(): Promise<number> {
    const { group, topics } = this.options;
    const { rows } = await this.pool.query<{ lag: number }>(BEHIND, [group, topics]);
    return rows[0]?.lag ?? 0;
  }

  progress(): Promise<readonly PartitionProgress[]> {
    const { group, topics } = this.options;
    return groupProgress(this.pool, group, topics);
  }

  async rewind(positions: readonly LogPosition[]): Promise<void> {
    await rewindGroup(this.pool, this.options.group, positions);
  }

  async caughtUp(signal?: AbortSignal): Promise<void> {
    const { group, topics } = this.options;
    const { rows: heads } = await this.pool.query<{
      topic: string;
      partition: number;
      next_offset: string;
    }>(HEADS, [topics]);
    const target = [
      group,
      heads.map(({ topic }) => topic),
      heads.map(({ partition }) => partition),
      heads.map(({ next_offset }) => next_offset),
    ];
    const reached = async () => {
      const { rows } = await this.pool.query<{ missing: number }>(REACHED, target);
      return rows[0]?.missing === 0;
    };
    await until(reached, 25, signal);
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    this.pause.wake();
    await this.running;
  }

  private async run(): Promise<void> {
    const { signal } = this.stopping;
    let balanceAt = 0;
    // The time at which a read last found no event.
    let emptyAt = -Infinity;
    while (!signal.aborted) {
      try {
        if (Date.now() >= balanceAt) {
          if (await this.membership.balance()) emptyAt = -Infinity;
          balanceAt = Date.now() + this.leaseMs / 3;
        }
        const isDue = Date.now() >= emptyAt + this.pollMs();
        const found = isDue && (await this.deliverNext());
        this.vitals.recovered();
        this.backoff.reset();
        if (found) continue;
        if (isDue) emptyAt = Date.now();
        const nextAt = Math.min(balanceAt, emptyAt + this.pollMs());
        const isWoken = await this.pause.sleep(Math.max(0, nextAt - Date.now()));
        if (isWoken) emptyAt = -Infinity;
      } catch (error) {
        this.vitals.failed(error);
        this.bus.logger.warn(
          { err: error, group: this.options.group },
          'reading from the bus failed; retrying',
        );
        await sleep(this.backoff.next(), signal);
      }
    }
    await this.leave();
  }

  private pollMs(): number {
    const { pollMs = NOTIFIED_POLL_MS } = this.bus;
    return this.isNotified() ? pollMs : Math.min(pollMs, POLL_MS);
  }

  /** Returns whether there was an event. */
  private async deliverNext(): Promise<boolean> {
    const { group } = this.options;
    const queue = await readBatches(this.pool, group, this.member, BATCH);
    if (queue.length === 0) return false;
    const worker = async () => {
      for (
        let batch = queue.shift();
        batch && !this.stopping.signal.aborted;
        batch = queue.shift()
      ) {
        await this.deliver(batch);
      }
    };
    const keepAlive = setInterval(() => {
      this.membership.keepAlive().then(
        () => this.vitals.alive(),
        (error: unknown) => this.vitals.failed(error),
      );
    }, this.leaseMs / 3);
    try {
      const ends = await Promise.allSettled(Array.from({ length: CONCURRENT_PARTITIONS }, worker));
      for (const end of ends) if (end.status === 'rejected') throw end.reason;
    } finally {
      clearInterval(keepAlive);
    }
    return true;
  }

  private async deliver(batch: LeasedBatch): Promise<void> {
    const done = await deliverUntilDone(batch, {
      options: this.options,
      logger: this.bus.logger,
      stopped: this.stopping.signal,
      // A lost lease is detected when progress is committed.
      isOurs: () => true,
      vitals: this.vitals,
    });
    if (done) await commitBatch(this.pool, this.options.group, this.member, batch);
  }

  /** If that is not possible, the leases expire. */
  private async leave(): Promise<void> {
    try {
      await this.membership.leave();
    } catch (error) {
      this.vitals.failed(error);
    }
  }
}
