import { retryingConflicts } from '@ndx/postgres';
import type { DataSource, EntityManager } from 'typeorm';
import type { DeliveredBatch, LogPosition, PartitionProgress } from '../bus/port.js';

/** The database does not have events before a batch: the bus must deliver these first. */
export class MissedEventsError extends Error {
  override readonly name = 'MissedEventsError';

  constructor({ topic, partition }: DeliveredBatch) {
    super(`the database lacks events of ${topic}/${partition} before the delivered ones`);
  }
}

/** A partition without a position takes only a batch from the first event on. */
const ADVANCE = `
with moved as (
  update log_position set next_offset = $5
  where consumer = $1 and topic = $2 and partition = $3 and next_offset >= $4 returning 1
), added as (
  insert into log_position (consumer, topic, partition, next_offset)
  select $1, $2, $3, $5 where $4 = 0 and not exists (select from moved)
  on conflict do nothing returning 1
)
select from moved union all select from added`;

/**
 * A partition without a position starts at the first event of the bus. The inbox skips the events
 * that the database has already applied.
 */
const CREATE = `
insert into log_position (consumer, topic, partition, next_offset)
select $1, topic, partition, start
from unnest($2::text[], $3::int[], $4::bigint[]) as log(topic, partition, start)
order by topic, partition
on conflict do nothing`;

const PASS_DELETED = `
update log_position p set next_offset = log.start
from unnest($2::text[], $3::int[], $4::bigint[]) as log(topic, partition, start)
where p.consumer = $1 and p.topic = log.topic and p.partition = log.partition
  and p.next_offset < log.start`;

const BEHIND = `
select topic, partition, next_offset
from unnest($2::text[], $3::int[], $4::bigint[]) as log(topic, partition, "end")
left join log_position p using (topic, partition)
where p.consumer = $1 and p.next_offset < log."end"`;

/**
 * Which events of each partition the database of a consumer has. Unlike the offsets of its group
 * on the bus, the positions are lost together with the effects of the events (replication 6).
 */
export class LogPositions {
  constructor(
    private readonly dataSource: DataSource,
    private readonly consumer: string,
  ) {}

  /**
   * Moves the position of the partition past the batch, in the transaction that applies it.
   * @throws MissedEventsError when there are events between the position and the batch
   */
  async advance(manager: EntityManager, batch: DeliveredBatch): Promise<void> {
    const [first, last] = [batch.events[0], batch.events.at(-1)];
    if (!first || !last) return;
    const moved = await manager.query<unknown[]>(ADVANCE, [
      ...[this.consumer, batch.topic, batch.partition],
      ...[String(first.offset), String(last.offset + 1n)],
    ]);
    if (moved.length === 0) throw new MissedEventsError(batch);
  }

  /** Creates missing positions, and moves positions past events that the bus no longer has. */
  async align(progress: readonly PartitionProgress[]): Promise<void> {
    const starts = [this.consumer, ...namesOf(progress), progress.map(({ start }) => `${start}`)];
    // Replicas that start together change the same rows, in the order of their own lists.
    await retryingConflicts(() => this.dataSource.query(CREATE, starts));
    await retryingConflicts(() => this.dataSource.query(PASS_DELETED, starts));
  }

  /** The positions that are before the given ends. */
  async behind(progress: readonly PartitionProgress[]): Promise<readonly LogPosition[]> {
    const rows = await this.dataSource.query<
      { topic: string; partition: number; next_offset: string }[]
    >(BEHIND, [this.consumer, ...namesOf(progress), progress.map(({ end }) => String(end))]);
    return rows.map(({ topic, partition, next_offset }) => ({
      topic,
      partition,
      next: BigInt(next_offset),
    }));
  }
}

function namesOf(progress: readonly PartitionProgress[]) {
  return [progress.map(({ topic }) => topic), progress.map(({ partition }) => partition)] as const;
}
