import { UNREFERENCED_DOCUMENT_DAYS } from '@ndx/contracts';
import type { ExpiringRows } from '@ndx/messaging';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

/** Uses the index document_unreferenced_by_time. */
export const DELETE_EXPIRED = `
delete from document where id in (
  select id from document
  where not referenced and created_at < now() - interval '${UNREFERENCED_DOCUMENT_DAYS} days'
  order by created_at limit $1 for update skip locked)`;

/** Documents that no record has referenced in time. */
@Injectable()
export class ExpiringDocuments implements ExpiringRows {
  readonly table = 'document';

  constructor(private readonly dataSource: DataSource) {}

  async deleteExpired(limit: number): Promise<number> {
    const [, deleted] = await this.dataSource.query<[unknown[], number]>(DELETE_EXPIRED, [limit]);
    return deleted;
  }
}
