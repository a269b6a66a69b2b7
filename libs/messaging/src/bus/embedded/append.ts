import { createHash } from 'node:crypto';
import type { Pool } from 'pg';
import type { OutgoingEvent } from '../port.js';

/**
 * One statement, and so all or nothing. The heads are locked in one order everywhere, which keeps
 * two publishers from deadlocking; an update of what is locked then reads its newest state.
 */
const APPEND = `
with input as (
  select * from unnest($1::text[], $2::int[], $3::int[], $4::uuid[], $5::text[], $6::text[],
    $7::text[], $8::timestamptz[], $9::text[], $10::text[], $11::text[])
    as i(topic, partition, nth, id, key, type, source, time, request_id, traceparent, data)
), added as (
  select topic, partition, count(*) as n from input group by topic, partition
), locked as (
  select p.topic, p.partition, a.n
  from bus_partition p join added a using (topic, partition)
  order by p.topic, p.partition for update of p
), heads as (
  update bus_partition p set next_offset = p.next_offset + l.n
  from locked l where p.topic = l.topic and p.partition = l.partition
  returning p.topic, p.partition, p.next_offset - l.n as first
)
insert into bus_event
  (topic, partition, "offset", id, key, type, source, time, request_id, traceparent, data)
select i.topic, i.partition, h.first + i.nth, id, key, type, source, time, request_id, traceparent,
  data
from input i join heads h using (topic, partition)`;

/**
 * Appends the events, each to the partition of its key, in the given order.
 * @param partitions how many each topic has
 */
export async function append(
  pool: Pool,
  events: readonly OutgoingEvent[],
  partitions: ReadonlyMap<string, number>,
): Promise<void> {
  const counts = new Map<string, number>();
  const rows = events.map(({ topic, key, envelope }) => {
    const partition = partitionOf(key, partitions.get(topic) ?? 1);
    const place = `${topic}/${partition}`;
    const nth = counts.get(place) ?? 0;
    counts.set(place, nth + 1);
    return [
      topic,
      partition,
      nth,
      envelope.id,
      key,
      envelope.type,
      envelope.source,
      envelope.time,
      envelope.requestId ?? null,
      envelope.traceparent ?? null,
      envelope.data,
    ];
  });
  const columns = Array.from({ length: 11 }, (_, column) => rows.map((row) => row[column]));
  const { rowCount } = await pool.query({ name: 'bus-append', text: APPEND, values: columns });
  if (rowCount !== events.length) {
    throw new Error(`only ${rowCount ?? 0} of ${events.length} events have a topic`);
  }
}

/** The same in every process, for ever: the order of a key's events depends on it. */
export function partitionOf(key: string, partitions: number): number {
  return createHash('sha1').update(key).digest().readUInt32BE(0) % partitions;
}
