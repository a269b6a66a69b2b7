import type { Pool } from 'pg';
import { toEnvelope, type EnvelopeRow } from '../envelope-row.js';
import type { DeliveredBatch } from '../port.js';

/** A batch, and the epoch of the lease under which it was read. */
export interface LeasedBatch extends DeliveredBatch {
  readonly epoch: string;
}

/** A read of a partition ends after this many bytes. */
const PARTITION_BYTES = 1024 * 1024;

/** Compares progress with the heads, so that idle polling reads no events. */
const READ = `
select o.epoch, e.*
from bus_progress o
join bus_partition p using (topic, partition)
cross join lateral (
  select *, sum(octet_length(data)) over (order by "offset") - octet_length(data) as bytes_before
  from (
    select * from bus_event e
    where e.topic = o.topic and e.partition = o.partition and e."offset" >= o.next_offset
    order by e."offset" limit $3
  ) next
) e
where e.bytes_before < ${PARTITION_BYTES} and o.group_name = $1 and o.owner = $2 and o.next_offset < p.next_offset
order by e.topic, e.partition, e."offset"`;

/** Only the holder of the lease can commit the group's progress. */
const COMMIT = `
update bus_progress set next_offset = $5
where group_name = $1 and topic = $2 and partition = $3 and epoch = $4 and owner = $6`;

interface Row extends EnvelopeRow {
  readonly epoch: string;
  readonly topic: string;
  readonly partition: number;
  readonly offset: string;
}

/**
 * The next events of each partition of the member: at most `limit`, and at most a mebibyte plus one
 * event.
 */
export async function readBatches(
  pool: Pool,
  group: string,
  member: string,
  limit: number,
): Promise<LeasedBatch[]> {
  const { rows } = await pool.query<Row>({
    name: 'bus-read',
    text: READ,
    values: [group, member, limit],
  });
  const batches = new Map<string, LeasedBatch & { events: DeliveredBatch['events'][number][] }>();
  for (const row of rows) {
    const { topic, partition, epoch } = row;
    const place = `${topic}/${partition}`;
    const batch = batches.get(place) ?? { topic, partition, epoch, events: [] };
    batch.events.push(toEvent(row));
    batches.set(place, batch);
  }
  return [...batches.values()];
}

/** Returns false when the lease was lost: another member has the partition and its events. */
export async function commitBatch(
  pool: Pool,
  group: string,
  member: string,
  { topic, partition, epoch, events }: LeasedBatch,
): Promise<boolean> {
  const last = events.at(-1);
  if (!last) return true;
  const { rowCount } = await pool.query({
    name: 'bus-commit',
    text: COMMIT,
    values: [group, topic, partition, epoch, last.offset + 1n, member],
  });
  return rowCount === 1;
}

function toEvent(row: Row): DeliveredBatch['events'][number] {
  return { offset: BigInt(row.offset), envelope: toEnvelope(row) };
}
