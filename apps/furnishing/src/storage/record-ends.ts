import { hasRole, notFound, requireMember, type Principal } from '@ndx/contracts';
import { Injectable } from '@nestjs/common';
import { DataSource, In, type EntityManager } from 'typeorm';
import type { KnownRecord, RecordEnd } from '../domain/record-end.js';
import { RecordEndRow } from './record-end-row.js';

const FIND = `
select r.id as record_id, r.submission_id, s.network_id, s.dataset, r.subject_type, r.subject_id,
       s.furnishing_entity_id, s.submitted_at as furnished_at, r.corrects as corrects_record_id
from furnished_record r join submission s on s.id = r.submission_id
where r.id = any($1::uuid[])`;

/** Uses the index furnished_record_by_subject. */
const OF_SUBJECT = `
select r.id from furnished_record r join submission s on s.id = r.submission_id
where r.subject_id = $1 and s.network_id = $2 and r.id < $3
  and ($4::uuid is null or s.furnishing_entity_id = $4)
order by r.id desc limit $5`;

const COUNT_OF_SUBJECT = `select count(*)::integer as count from (${OF_SUBJECT}) found`;

interface RecordsOfSubject {
  readonly networkId: string;
  readonly subjectId: string;
  /** The record before which the page begins. */
  readonly before: string;
  readonly limit: number;
}

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
   * The records about a subject, newest first: all for a governor, otherwise the caller's own.
   * @throws PERMISSION_DENIED unless the caller is a member of the network
   */
  async listOf(principal: Principal, of: RecordsOfSubject): Promise<KnownRecord[]> {
    const places = await this.dataSource.query<{ id: string }[]>(
      OF_SUBJECT,
      ofSubject(principal, of),
    );
    const ids = places.map(({ id }) => id);
    const found = await this.find(this.dataSource.manager, ids);
    return found.sort((one, other) => (one.record_id < other.record_id ? 1 : -1));
  }

  /**
   * The number of records that `listOf` lists, at most the limit.
   * @throws PERMISSION_DENIED unless the caller is a member of the network
   */
  async countOf(principal: Principal, of: RecordsOfSubject): Promise<number> {
    const [row] = await this.dataSource.query<[{ readonly count: number }]>(
      COUNT_OF_SUBJECT,
      ofSubject(principal, of),
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

  async save(manager: EntityManager, end: RecordEnd): Promise<void> {
    await manager.save(RecordEndRow, { ...end });
    await manager.query(DELETE_DOCUMENTS, [end.id]);
  }
}

/** The parameters of `OF_SUBJECT`. @throws PERMISSION_DENIED unless the caller is a member */
function ofSubject(
  principal: Principal,
  { networkId, subjectId, before, limit }: RecordsOfSubject,
): unknown[] {
  requireMember(principal, networkId);
  const furnisher = hasRole(principal, networkId, 'governor') ? null : principal.entity_id;
  return [subjectId, networkId, before, furnisher, limit];
}

const absent = () => notFound('not_found', 'record not found');
