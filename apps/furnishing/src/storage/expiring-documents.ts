import { UNREFERENCED_DOCUMENT_DAYS } from '@ndx/contracts';
import type { ExpiringRows } from '@ndx/messaging';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

/** Uses the index document_by_time. */
const DELETE = `
delete from document where id in (
  select id from document
  where created_at < now() - interval '${UNREFERENCED_DOCUMENT_DAYS} days'
    and not exists (select from document_reference where document_id = document.id)
  order by created_at limit $1 for update skip locked)`;

/** Documents that no record has referenced in time. */
@Injectable()
export class ExpiringDocuments implements ExpiringRows {
  readonly table = 'document';

  constructor(private readonly dataSource: DataSource) {}

  async deleteExpired(limit: number): Promise<number> {
    const [, deleted] = await this.dataSource.query<[unknown[], number]>(DELETE, [limit]);
    return deleted;
  }
}
