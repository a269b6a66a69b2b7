import type { Pool } from 'pg';
import { PUBLISHED_CHANNEL } from './append.js';
import { FIRST_OFFSET } from './expiring-events.js';
import type { LogPosition, PartitionProgress } from '../port.js';

const PROGRESS = `
select p.topic, p.partition, ${FIRST_OFFSET} as start, p.next_offset as "end",
  coalesce(o.next_offset, ${FIRST_OFFSET}) as next
from bus_partition p
left join bus_progress o on o.group_name = $1 and o.topic = p.topic and o.partition = p.partition
where p.topic = any($2::text[])`;

/** The epoch changes, so that a batch that was read before does not move the offset forward. */
const REWIND = `
with rewound as (
  update bus_progress o set next_offset = position.next, epoch = o.epoch + 1
  from unnest($2::text[], $3::int[], $4::bigint[]) as position(topic, partition, next)
  where o.group_name = $1 and o.topic = position.topic and o.partition = position.partition
    and o.next_offset >= position.next
  returning o.topic
)
select pg_notify('${PUBLISHED_CHANNEL}', string_agg(distinct topic, ',')) from rewound`;

/** The offsets of every partition of the topics. */
export async function groupProgress(
  pool: Pool,
  group: string,
  topics: readonly string[],
): Promise<readonly PartitionProgress[]> {
  const { rows } = await pool.query<{
    topic: string;
    partition: number;
    start: string;
    end: string;
    next: string;
  }>(PROGRESS, [group, topics]);
  return rows.map(({ topic, partition, start, end, next }) => ({
    topic,
    partition,
    start: BigInt(start),
    end: BigInt(end),
    next: BigInt(next),
  }));
}

/** Moves the offsets of the group back to the positions; the member of each partition reads on there. */
export async function rewindGroup(
  pool: Pool,
  group: string,
  positions: readonly LogPosition[],
): Promise<void> {
  await pool.query(REWIND, [
    group,
    positions.map(({ topic }) => topic),
    positions.map(({ partition }) => partition),
    positions.map(({ next }) => String(next)),
  ]);
}
