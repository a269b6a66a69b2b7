import { readFurnishedRecords, RECORDS_PER_READ } from '@ndx/api';
import { ownHeaders, ServiceClients, SETTINGS, type ServiceSettings } from '@ndx/service';
import { Inject, Injectable } from '@nestjs/common';
import type { FurnishedRecord } from '../domain/statements.js';

/** Reads records in the furnishing service. */
@Injectable()
export class RecordDirectory {
  private readonly headers: () => Record<string, string>;

  constructor(
    private readonly services: ServiceClients,
    @Inject(SETTINGS) settings: ServiceSettings,
  ) {
    this.headers = ownHeaders(settings);
  }

  /** Reads records by id; an unknown id has no entry. @throws OPERATION_FAILED */
  async read(recordIds: readonly string[]): Promise<ReadonlyMap<string, FurnishedRecord>> {
    const furnishing = this.services.to('furnishing');
    const known = new Map<string, FurnishedRecord>();
    for (let start = 0; start < recordIds.length; start += RECORDS_PER_READ) {
      const body = { record_ids: recordIds.slice(start, start + RECORDS_PER_READ) };
      const { records } = await furnishing.call(readFurnishedRecords, { body }, this.headers());
      for (const record of records) known.set(record.record_id, record);
    }
    return known;
  }
}
