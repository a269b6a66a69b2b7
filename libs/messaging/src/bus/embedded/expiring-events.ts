import type { Pool } from 'pg';
import type { ExpiringRows } from '../../expiring-rows.js';

/** SQL: the offset of the first event of a partition `p`; after its last event when it has none. */
export const FIRST_OFFSET = `coalesce((
  select e."offset" from bus_event e where e.topic = p.topic and e.partition = p.partition
  order by e."offset" limit 1), p.next_offset)`;

/**
 * Deletes the oldest events of each partition, up to the first one that is kept, so that there are
 * no gaps. Groups that have not read them continue after them, as on Kafka. The epoch changes, so
 * that a batch that was read before does not move their offset back.
 */
const DELETE = `
with oldest as (
  select e.* from bus_partition p cross join lateral (
    select e.topic, e.partition, e."offset", e.time from bus_event e
    where e.topic = p.topic and e.partition = p.partition order by e."offset" limit $3
  ) e where p.topic = $1
), expired as (
  select topic, partition, "offset" from (
    select *, bool_and(time < now() - $2 * interval '1 hour')
      over (partition by partition order by "offset") as has_expired
    from oldest
  ) each where has_expired
), passed as (
  update bus_progress o set next_offset = last.next, epoch = o.epoch + 1
  from (
    select topic, partition, max("offset") + 1 as next from expired group by topic, partition
  ) last
  where o.topic = last.topic and o.partition = last.partition and o.next_offset < last.next
)
delete from bus_event e using expired x
where e.topic = x.topic and e.partition = x.partition and e."offset" = x."offset"`;

/**
 * The events of the topics with a retention.
 * @param keepHours by topic; 0: for good
 */
export function expiringEvents(
  pool: Pool,
  keepHours: ReadonlyMap<string, number>,
): readonly ExpiringRows[] {
  return [...keepHours]
    .filter(([, hours]) => hours > 0)
    .map(([topic, hours]) => ({
      table: 'bus_event',
      async deleteExpired(limit) {
        const { rowCount } = await pool.query(DELETE, [topic, hours, limit]);
        return rowCount ?? 0;
      },
    }));
}
