import { createHash } from 'node:crypto';
import type { Pool } from 'pg';
import { columnsOf, namesOf, rowsOfParameters } from '@ndx/postgres';
import { ENVELOPE_ROW, envelopeValues } from '../envelope-row.js';
import type { OutgoingEvent } from '../port.js';

/** An event to append: the `nth` of its partition. */
const INPUT = { topic: 'text', partition: 'int', nth: 'int', ...ENVELOPE_ROW } as const;

/** Notified at the commit of each publication, with the topics of its events. */
export const PUBLISHED_CHANNEL = 'bus_published';

/**
 * One statement, so that all events are appended or none. The heads are locked in one order
 * everywhere, so that publishers do not deadlock; the update of a locked head then reads its newest
 * state.
 */
const APPEND = `
with input as (
  ${rowsOfParameters(INPUT)}
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
), appended as (
  insert into bus_event
    (topic, partition, "offset", ${namesOf(ENVELOPE_ROW)})
  select i.topic, i.partition, h.first + i.nth, ${namesOf(ENVELOPE_ROW)}
  from input i join heads h using (topic, partition)
  returning topic
)
select count(*)::int as n, pg_notify('${PUBLISHED_CHANNEL}', string_agg(distinct topic, ','))
from appended`;

/**
 * Appends the events in the given order, each to the partition of its key.
 * @param partitions number of partitions of each topic
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
    return [topic, String(partition), String(nth), ...envelopeValues(envelope)];
  });
  const values = columnsOf(rows);
  const answer = await pool.query<{ n: number }>({ name: 'bus-append', text: APPEND, values });
  const n = answer.rows[0]?.n ?? 0;
  if (n !== events.length) throw new Error(`only ${n} of ${events.length} events have a topic`);
}

/** Must never change, in any process: the order of a key's events depends on it. */
export function partitionOf(key: string, partitions: number): number {
  return createHash('sha1').update(key).digest().readUInt32BE(0) % partitions;
}
