import {
  DEFAULT_NETWORK_TERMS,
  denied,
  hasRole,
  networksWithRole,
  notFound,
  ownTime,
  type DisputeState,
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

/** A record, with the terms of its network if a governor has set any. */
interface RecordWithTerms extends Omit<DisputedRecord, 'terms'> {
  readonly acknowledgeDays: number | null;
  readonly decideDays: number | null;
}

const RECORD = `
select r.id as "recordId", s.network_id as "networkId", s.dataset,
       s.furnishing_entity_id as "furnishingEntityId",
       n.dispute_acknowledge_days as "acknowledgeDays", n.dispute_decide_days as "decideDays"
from furnished_record r join submission s on s.id = r.submission_id
left join network_copy n on n.network_id = s.network_id
where r.id = $1`;

/** Serializes the disputes of a record that one institution opens. */
const LOCK = 'select pg_advisory_xact_lock(hashtextextended($1, 0))';

export interface DisputeFilters {
  /** Only disputes of this record. */
  readonly recordId: string | undefined;
  /** Any state without one. */
  readonly state: DisputeState | undefined;
  /** Only disputes of records about this subject. */
  readonly subjectId: string | undefined;
  /** Only disputes of records of this submission. */
  readonly submissionId: string | undefined;
  /** Only disputes that are overdue, or only the others. */
  readonly isOverdue: boolean | undefined;
}

/** The conditions of filters, each with its parameter. */
const ofRecord = (parameter: string) => `and record_id = ${parameter}`;
/** The subject of a record is visible to its furnisher and to governors. */
const ofSubject = (parameter: string) => `
  and (furnishing_entity_id = $1 or network_id = any($2::uuid[]))
  and record_id in (select id from furnished_record where subject_id = ${parameter})`;
/** A submission is visible to its furnisher alone. */
const ofSubmission = (parameter: string) => `
  and furnishing_entity_id = $1
  and record_id in (select id from furnished_record where submission_id = ${parameter})`;
const ofState = (parameter: string) => `
  and ${parameter} = case when decided_at is not null then 'decided'
    when acknowledged_at is not null then 'acknowledged' else 'open' end`;

/** Whether a deadline has passed at a time. */
const overdueAt = (time: string) => `
  coalesce(decided_at is null
    and (decide_by < ${time} or (acknowledged_at is null and acknowledge_by < ${time})), false)`;
const isLate = (parameter: string) => `and ${overdueAt(parameter)}`;
const isInTime = (parameter: string) => `and not ${overdueAt(parameter)}`;

/** Reads each of the three indexes of the visible disputes, or dispute_by_record. */
function visibleTo(
  principal: Principal,
  { recordId, subjectId, submissionId, state, isOverdue }: DisputeFilters,
  asOf = ownTime(principal).toISOString(),
) {
  const governed = networksWithRole(principal, 'governor');
  const parameters: unknown[] = [principal.entity_id, governed];
  const add = (value: unknown) => `$${parameters.push(value)}`;
  const filters = [
    [ofRecord, recordId],
    [ofSubject, subjectId],
    [ofSubmission, submissionId],
    [ofState, state],
    [isOverdue ? isLate : isInTime, isOverdue === undefined ? undefined : asOf],
  ] as const;
  const conditions = filters.flatMap(([condition, value]) =>
    value === undefined ? [] : condition(add(value)),
  );
  const found = `
  from dispute
  where (disputing_entity_id = $1 or furnishing_entity_id = $1 or network_id = any($2::uuid[]))
    ${conditions.join(' ')}`;
  return { found, add, parameters };
}

const STATEMENTS = `
select id as dispute_id, statement_text from dispute
where id = any($1::uuid[]) and statement_text is not null order by id`;

interface StatementText {
  readonly dispute_id: string;
  readonly statement_text: string;
}

/** Disputes of the two institutions, and of the governors of the network; others get a 404. */
@Injectable()
export class DisputeRepository {
  constructor(private readonly dataSource: DataSource) {}

  async findRecord(id: string): Promise<DisputedRecord | undefined> {
    const [row] = await this.dataSource.query<RecordWithTerms[]>(RECORD, [id]);
    if (!row) return undefined;
    const { acknowledgeDays, decideDays, ...record } = row;
    const terms = {
      disputeAcknowledgeDays: acknowledgeDays ?? DEFAULT_NETWORK_TERMS.disputeAcknowledgeDays,
      disputeDecideDays: decideDays ?? DEFAULT_NETWORK_TERMS.disputeDecideDays,
    };
    return { ...record, terms };
  }

  /** The undecided dispute of the institution about the same part; its other disputes wait. */
  async findUndecided(
    manager: EntityManager,
    { recordId, disputingEntityId, modelName, fieldName }: Dispute,
  ): Promise<Dispute | null> {
    await manager.query(LOCK, [`${recordId} ${disputingEntityId}`]);
    const part = { recordId, disputingEntityId, modelName, fieldName: fieldName ?? IsNull() };
    return manager.findOne(DisputeRow, {
      where: { ...part, decidedAt: IsNull() },
      lock: { mode: 'pessimistic_write' },
    });
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

  /**
   * A dispute that the caller opened; concurrent changes of it wait for each other.
   * @throws RESOURCE_NOT_FOUND; PERMISSION_DENIED for the other readers of the dispute
   */
  async loadOpened(manager: EntityManager, principal: Principal, id: string): Promise<Dispute> {
    const found = await this.read(principal, id, manager);
    if (found.disputingEntityId === principal.entity_id) return found;
    throw denied('other_institution', 'another institution opened the dispute');
  }

  /** The texts of the statements that are attached to some disputes. */
  statementsOf(ids: readonly string[]): Promise<StatementText[]> {
    return this.dataSource.query<StatementText[]>(STATEMENTS, [ids]);
  }

  /** The visible disputes after a place, overdue ones first. */
  list(
    principal: Principal,
    filters: DisputeFilters,
    { id, asOf, isOverdue }: DisputePlace,
    limit: number,
  ): Promise<Dispute[]> {
    const { found, add, parameters } = visibleTo(principal, filters, asOf);
    const now = add(asOf);
    const page = `
select id from (
  select id, ${overdueAt(now)} as is_overdue
  ${found}
) visible
where (not is_overdue, id) > (not ${add(isOverdue)}::boolean, ${add(id)}::uuid)
order by not is_overdue, id limit ${add(limit)}`;
    return this.inOrder(page, parameters);
  }

  /** The visible disputes before an id, the newest first. */
  newest(
    principal: Principal,
    filters: DisputeFilters,
    before: string,
    limit: number,
  ): Promise<Dispute[]> {
    const { found, add, parameters } = visibleTo(principal, filters);
    const page = `select id ${found} and id < ${add(before)}::uuid order by id desc limit ${add(limit)}`;
    return this.inOrder(page, parameters);
  }

  /** The number of visible disputes, at most the limit. */
  async count(principal: Principal, filters: DisputeFilters, limit: number): Promise<number> {
    const { found, add, parameters } = visibleTo(principal, filters);
    const [row] = await this.dataSource.query<[{ readonly count: number }]>(
      `select count(*)::integer as count from (select ${found} limit ${add(limit)}) found`,
      parameters,
    );
    return row.count;
  }

  /** The disputes of a page of ids. */
  private async inOrder(page: string, parameters: readonly unknown[]): Promise<Dispute[]> {
    const places = await this.dataSource.query<{ id: string }[]>(page, [...parameters]);
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
