import { MAX_NOTICE_WINDOW_DAYS } from '@ndx/contracts';
import type { ExpiringRows } from '@ndx/messaging';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

/** Uses the index notice_delivery_by_time. */
const DELETE = `
delete from notice_delivery where (endpoint_id, notice_id) in (
  select endpoint_id, notice_id from notice_delivery
  where created_at < now() - interval '${MAX_NOTICE_WINDOW_DAYS} days'
  order by created_at limit $1 for update skip locked)`;

/** Deliveries are kept as long as notices. */
@Injectable()
export class ExpiringDeliveries implements ExpiringRows {
  readonly table = 'notice_delivery';

  constructor(private readonly dataSource: DataSource) {}

  async deleteExpired(limit: number): Promise<number> {
    const [, deleted] = await this.dataSource.query<[unknown[], number]>(DELETE, [limit]);
    return deleted;
  }
}
