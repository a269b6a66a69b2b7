import type { Subject } from '@ndx/catalog';
import {
  hasRole,
  notFound,
  type PayloadOf,
  type Principal,
  type RecordFurnished,
} from '@ndx/contracts';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import type { EndedRecord, RecordEnd } from '../domain/record-end.js';
import { RecordEndRow } from './record-end-row.js';
import { RecordReader } from './record-reader.js';

/** A record without its data, and its end. */
export interface KnownRecord extends EndedRecord {
  readonly submission_id: string;
  readonly dataset: string;
  readonly subject_type: Subject;
  readonly furnished_at: Date;
  readonly end: RecordEnd | undefined;
}

const FIND = `
select r.id as record_id, r.submission_id, s.network_id, s.dataset, r.subject_type, r.subject_id,
       s.furnishing_entity_id, s.submitted_at as furnished_at
from furnished_record r join submission s on s.id = r.submission_id
where r.id = $1`;

/** A furnisher's records about a subject that have not ended (furnished_record_by_subject). */
const OTHERS = `
select r.id from furnished_record r join submission s on s.id = r.submission_id
left join record_end e on e.id = r.id
where r.subject_id = $1 and s.furnishing_entity_id = $2 and e.id is null
order by r.id`;

/** Records and their ends. */
@Injectable()
export class RecordEnds {
  constructor(
    private readonly dataSource: DataSource,
    private readonly records: RecordReader,
  ) {}

  /** @throws RESOURCE_NOT_FOUND unless the caller furnished the record or governs its network */
  async read(principal: Principal, id: string): Promise<KnownRecord> {
    const record = await this.find(this.dataSource.manager, id);
    const isOwn = record?.furnishing_entity_id === principal.entity_id;
    if (!record || !(isOwn || hasRole(principal, record.network_id, 'governor'))) throw absent();
    return record;
  }

  /**
   * A record of the caller's institution; concurrent ends of it wait for each other.
   * @throws RESOURCE_NOT_FOUND when absent, or of another institution
   */
  async load(manager: EntityManager, principal: Principal, id: string): Promise<KnownRecord> {
    await manager.query('select from furnished_record where id = $1 for no key update', [id]);
    const record = await this.find(manager, id);
    if (record?.furnishing_entity_id !== principal.entity_id) throw absent();
    return record;
  }

  async find(manager: EntityManager, id: string): Promise<KnownRecord | undefined> {
    const [record] = await manager.query<Omit<KnownRecord, 'end'>[]>(FIND, [id]);
    if (!record) return undefined;
    return { ...record, end: (await manager.findOneBy(RecordEndRow, { id })) ?? undefined };
  }

  /** The records of the same furnisher and subject that have not ended, oldest first. */
  async others(
    manager: EntityManager,
    { subject_id, furnishing_entity_id }: EndedRecord,
  ): Promise<PayloadOf<typeof RecordFurnished>[]> {
    const rows = await manager.query<{ id: string }[]>(OTHERS, [subject_id, furnishing_entity_id]);
    return this.records.read(
      rows.map(({ id }) => id),
      manager,
    );
  }

  async save(manager: EntityManager, end: RecordEnd): Promise<void> {
    await manager.save(RecordEndRow, { ...end });
  }
}

const absent = () => notFound('not_found', 'record not found');
