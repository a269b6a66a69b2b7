import { hasRole, notFound, type Principal } from '@ndx/contracts';
import type { IdPlace } from '@ndx/service';
import { Injectable } from '@nestjs/common';
import { DataSource, In, type EntityManager } from 'typeorm';
import type { KnownRecord, RecordEnd } from '../domain/record-end.js';
import { countOfRecords, foundFor, pageOfRecords, type RecordFilters } from './listed-records.js';
import { endRow, RecordEndRow } from './record-end-row.js';

const FIND = `
select r.id as record_id, r.submission_id, s.network_id, s.dataset, r.subject_type, r.subject_id,
       s.furnishing_entity_id, s.submitted_at as furnished_at, r.corrects as corrects_record_id
from furnished_record r join submission s on s.id = r.submission_id
where r.id = any($1::uuid[])`;

const LOCK = `
select from furnished_record where id = any($1::uuid[]) order by id for no key update`;

/** The documents that only ended records reference. */
const DELETE_DOCUMENTS = `
delete from document where id in (select document_id from document_reference where record_id = $1)
  and not exists (
    select from document_reference r left join record_end e on e.id = r.record_id
    where r.document_id = document.id and e.id is null)`;

/** Records and their ends. */
@Injectable()
export class RecordEnds {
  constructor(private readonly dataSource: DataSource) {}

  /** @throws RESOURCE_NOT_FOUND unless the caller furnished the record or governs its network */
  async read(principal: Principal, id: string): Promise<KnownRecord> {
    const [record] = await this.find(this.dataSource.manager, [id]);
    const isOwn = record?.furnishing_entity_id === principal.entity_id;
    if (!record || !(isOwn || hasRole(principal, record.network_id, 'governor'))) throw absent();
    return record;
  }

  /**
   * A page of the records that the filters find.
   * @throws PERMISSION_DENIED unless the caller is a member of the network
   */
  async list(
    principal: Principal,
    filters: RecordFilters,
    { order, after }: IdPlace,
    limit: number,
  ): Promise<KnownRecord[]> {
    const places = await this.dataSource.query<{ id: string }[]>(pageOfRecords(filters, order), [
      ...foundFor(principal, filters),
      ...[after, limit],
    ]);
    const ids = places.map(({ id }) => id);
    const found = await this.find(this.dataSource.manager, ids);
    const byId = new Map(found.map((record) => [record.record_id, record]));
    return ids.flatMap((id) => byId.get(id) ?? []);
  }

  /**
   * The number of records that the filters find, at most the limit.
   * @throws PERMISSION_DENIED unless the caller is a member of the network
   */
  async count(principal: Principal, filters: RecordFilters, limit: number): Promise<number> {
    const [row] = await this.dataSource.query<[{ readonly count: number }]>(
      countOfRecords(filters),
      [...foundFor(principal, filters), limit],
    );
    return row.count;
  }

  /**
   * A record of the caller's institution; concurrent ends of it wait for each other.
   * @throws RESOURCE_NOT_FOUND when absent, or of another institution
   */
  async load(manager: EntityManager, principal: Principal, id: string): Promise<KnownRecord> {
    const record = (await this.loadOwn(manager, principal, [id])).get(id);
    if (!record) throw absent();
    return record;
  }

  /** Those of the ids that are records of the caller's institution, locked as by `load`. */
  async loadOwn(
    manager: EntityManager,
    principal: Principal,
    ids: readonly string[],
  ): Promise<ReadonlyMap<string, KnownRecord>> {
    await manager.query(LOCK, [ids]);
    return this.findOwn(principal, ids, manager);
  }

  /** Those of the ids that are records of the caller's institution. */
  async findOwn(
    principal: Principal,
    ids: readonly string[],
    manager = this.dataSource.manager,
  ): Promise<ReadonlyMap<string, KnownRecord>> {
    const found = await this.find(manager, ids);
    const own = found.filter((each) => each.furnishing_entity_id === principal.entity_id);
    return new Map(own.map((record) => [record.record_id, record]));
  }

  private async find(manager: EntityManager, ids: readonly string[]): Promise<KnownRecord[]> {
    const records = await manager.query<Omit<KnownRecord, 'end'>[]>(FIND, [ids]);
    const rows = await manager.findBy(RecordEndRow, { id: In(ids) });
    const ends = new Map(rows.map((row) => [row.id, row]));
    return records.map((record) => ({ ...record, end: ends.get(record.record_id) }));
  }

  async save(manager: EntityManager, record: KnownRecord, end: RecordEnd): Promise<void> {
    await manager.save(RecordEndRow, endRow(record, end));
    await manager.query(DELETE_DOCUMENTS, [end.id]);
  }
}

const absent = () => notFound('not_found', 'record not found');
