import {
  conflict,
  denied,
  hasRole,
  networksWithRole,
  notFound,
  ownTime,
  type Principal,
} from '@ndx/contracts';
import { Injectable } from '@nestjs/common';
import { DataSource, In, IsNull, type EntityManager } from 'typeorm';
import type { Dispute, DisputedRecord } from '../domain/dispute.js';
import { DisputeRow } from './dispute-row.js';

/** A place in the list of disputes, as it was when its first page was read. */
export interface DisputePlace {
  /** ISO 8601. */
  readonly asOf: string;
  readonly isOverdue: boolean;
  readonly id: string;
}

const RECORD = `
select r.id as "recordId", s.network_id as "networkId", s.dataset,
       s.furnishing_entity_id as "furnishingEntityId"
from furnished_record r join submission s on s.id = r.submission_id
where r.id = $1`;

/** Serializes the disputes of a record. */
const LOCK = 'select from furnished_record where id = $1 for no key update';

/** Reads each of the three indexes of the visible disputes, the overdue ones first. */
const PAGE = `
select id from (
  select id, coalesce(decided_at is null
    and (decide_by < $4 or (acknowledged_at is null and acknowledge_by < $4)), false) as is_overdue
  from dispute
  where disputing_entity_id = $1 or furnishing_entity_id = $1 or network_id = any($2::uuid[])
) visible
where (not is_overdue, id) > (not $5::boolean, $3::uuid)
order by not is_overdue, id limit $6`;

/** Disputes of the two institutions, and of the governors of the network; others get a 404. */
@Injectable()
export class DisputeRepository {
  constructor(private readonly dataSource: DataSource) {}

  async findRecord(id: string): Promise<DisputedRecord | undefined> {
    const [record] = await this.dataSource.query<DisputedRecord[]>(RECORD, [id]);
    return record;
  }

  /** @throws RESOURCE_CONFLICT for a second undecided dispute of the institution about the same */
  async open(manager: EntityManager, opened: Dispute): Promise<void> {
    await manager.query(LOCK, [opened.recordId]);
    const { recordId, disputingEntityId, modelName, fieldName } = opened;
    const same = { recordId, disputingEntityId, modelName, fieldName: fieldName ?? IsNull() };
    if (await manager.existsBy(DisputeRow, { ...same, decidedAt: IsNull() })) {
      throw conflict('already_exists', 'the institution disputes this part of the record already');
    }
    await this.save(manager, opened);
  }

  /** @throws RESOURCE_NOT_FOUND */
  async read(principal: Principal, id: string, manager?: EntityManager): Promise<Dispute> {
    const found = await (manager ?? this.dataSource.manager).findOne(DisputeRow, {
      where: { id },
      ...(manager && { lock: { mode: 'pessimistic_write' } }),
    });
    const sides = [found?.disputingEntityId, found?.furnishingEntityId];
    const isVisible =
      found &&
      (sides.includes(principal.entity_id) || hasRole(principal, found.networkId, 'governor'));
    if (!isVisible) throw notFound('not_found', 'dispute not found');
    return found;
  }

  /**
   * A dispute of the caller's record; concurrent changes of it wait for each other.
   * @throws RESOURCE_NOT_FOUND; PERMISSION_DENIED for the other readers of the dispute
   */
  async load(manager: EntityManager, principal: Principal, id: string): Promise<Dispute> {
    const found = await this.read(principal, id, manager);
    if (found.furnishingEntityId === principal.entity_id) return found;
    throw denied('other_institution', 'the record is of another institution');
  }

  /** The visible disputes after a place, overdue ones first. */
  async list(principal: Principal, after: DisputePlace, limit: number): Promise<Dispute[]> {
    const { id, asOf, isOverdue } = after;
    const governed = networksWithRole(principal, 'governor');
    const places = await this.dataSource.query<{ id: string }[]>(PAGE, [
      ...[principal.entity_id, governed, id, asOf, isOverdue, limit],
    ]);
    const ids = places.map((place) => place.id);
    const rows = await this.dataSource.manager.findBy(DisputeRow, { id: In(ids) });
    const byId = new Map(rows.map((row) => [row.id, row]));
    return ids.flatMap((one) => byId.get(one) ?? []);
  }

  async save(manager: EntityManager, changed: Dispute): Promise<void> {
    await manager.save(DisputeRow, { ...changed });
  }
}

/** The place before the first dispute. */
export function firstPlace(principal: Principal): DisputePlace {
  const id = '00000000-0000-0000-0000-000000000000';
  return { asOf: ownTime(principal).toISOString(), isOverdue: true, id };
}
