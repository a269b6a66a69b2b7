import type { DataSource } from 'typeorm';
import type { ExpiringRows } from '../expiring-rows.js';

/**
 * Reads the primary key from the oldest id on. The time of the id bounds the search. The time of the
 * row decides: an event that was applied late is kept as long as all others.
 */
const DELETE = `
delete from inbox where consumer = $1 and event_id in (
  select event_id from inbox
  where consumer = $1 and event_id < $2 and processed_at < now() - $3 * interval '1 hour'
  order by event_id limit $4 for update skip locked)`;

/**
 * The marks of applied events in a consumer's inbox. If the bus delivers an event again after its
 * mark expired, the handler runs again and changes nothing (decision 0099).
 */
export function expiringMarks(
  dataSource: DataSource,
  consumer: string,
  keepHours: number,
): ExpiringRows {
  return {
    table: 'inbox',
    async deleteExpired(limit) {
      const before = firstIdAt(Date.now() - keepHours * 3_600_000);
      const values = [consumer, before, keepHours, limit];
      const [, deleted] = await dataSource.query<[unknown[], number]>(DELETE, values);
      return deleted;
    },
  };
}

/** Event ids are UUIDs of version 7: their first 48 bits are the time in milliseconds. */
function firstIdAt(time: number): string {
  const hex = Math.max(0, Math.floor(time)).toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`;
}
