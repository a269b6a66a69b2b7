import type { ExpiringRows } from '@ndx/messaging';
import type { DataSource } from 'typeorm';

/** Uses the index idempotency_key_by_age. */
const DELETE = `
delete from idempotency_key where scope in (
  select scope from idempotency_key where answered_at < now() - $1 * interval '1 hour'
  order by answered_at limit $2 for update skip locked)`;

/** Keys expire after their retention: a later request with such a key is a new request. */
export function expiringKeys(dataSource: DataSource, keepHours: number): ExpiringRows {
  return {
    table: 'idempotency_key',
    async deleteExpired(limit) {
      const [, deleted] = await dataSource.query<[unknown[], number]>(DELETE, [keepHours, limit]);
      return deleted;
    },
  };
}
