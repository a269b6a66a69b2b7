import { checkUseOfRecord } from '@ndx/api';
import { ServiceClients } from '@ndx/service';
import { Injectable } from '@nestjs/common';

/**
 * Whether the caller's institution read a record: the answer to one of its queries used the record.
 * Product-query decides it, because it has the queries and how each was answered.
 */
@Injectable()
export class RecordUses {
  constructor(private readonly services: ServiceClients) {}

  async includes(queryEventId: string, recordId: string): Promise<boolean> {
    const body = { query_event_id: queryEventId, record_id: recordId };
    const product = this.services.to('product-query');
    const { is_used } = await product.call(checkUseOfRecord, { body });
    return is_used;
  }
}
