import {
  findSeparatedRecords,
  findStandingRecords,
  readFurnishedRecords,
  RECORDS_PER_READ,
} from '@ndx/api';
import { ownHeaders, ServiceClients, SETTINGS, type ServiceSettings } from '@ndx/service';
import { Inject, Injectable } from '@nestjs/common';
import { furnishedRecords, type FurnishedRecords } from '../domain/replay/past-candidates.js';
import type { FurnishedRecord } from '../domain/statements.js';

const READS_AT_ONCE = 4;

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
    const known = new Map<string, FurnishedRecord>();
    for (const group of partsOf(recordIds, READS_AT_ONCE * RECORDS_PER_READ)) {
      const parts = partsOf(group, RECORDS_PER_READ).map((ids) => this.readPart(ids));
      for (const record of (await Promise.all(parts)).flat()) known.set(record.record_id, record);
    }
    return known;
  }

  /** The same as past queries considered them. @throws OPERATION_FAILED */
  async readStated(recordIds: readonly string[]): Promise<FurnishedRecords> {
    return furnishedRecords((await this.read(recordIds)).values());
  }

  /** The records of a furnisher about a subject that count now. @throws OPERATION_FAILED */
  async readStanding(subjectId: string, furnisherId: string): Promise<FurnishedRecord[]> {
    const furnishing = this.services.to('furnishing');
    const body = { subject_id: subjectId, furnishing_entity_id: furnisherId };
    const { record_ids } = await furnishing.call(findStandingRecords, { body }, this.headers());
    return [...(await this.read(record_ids)).values()];
  }

  /** The records about a subject that count once records have moved. @throws OPERATION_FAILED */
  async readSeparated(subjectId: string, movedIds: readonly string[]): Promise<FurnishedRecord[]> {
    const furnishing = this.services.to('furnishing');
    const body = { subject_id: subjectId, record_ids: movedIds };
    const { record_ids } = await furnishing.call(findSeparatedRecords, { body }, this.headers());
    return [...(await this.read(record_ids)).values()];
  }

  private async readPart(record_ids: readonly string[]): Promise<readonly FurnishedRecord[]> {
    const furnishing = this.services.to('furnishing');
    const asked = { body: { record_ids } };
    return (await furnishing.call(readFurnishedRecords, asked, this.headers())).records;
  }
}

function partsOf(ids: readonly string[], size: number): (readonly string[])[] {
  return Array.from({ length: Math.ceil(ids.length / size) }, (_, part) =>
    ids.slice(part * size, (part + 1) * size),
  );
}
