import { comparableLegalName } from '@ndx/catalog';
import type { PayloadOf, SubjectSeparated } from '@ndx/contracts';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import type { FurnishedRecord } from '../domain/statements.js';
import { moveRecordsTo } from './statement-projection.js';
import { withSurvivors } from './subject-merges.js';

type Payload = PayloadOf<typeof SubjectSeparated>;

/** A separation, by the member names of an explanation. */
export interface SubjectSeparation {
  readonly separation_id: string;
  readonly subject_id: string;
  readonly new_subject_id: string;
  readonly separated_at: string;
}

const KEEP = `
insert into separation_copy (separation_id, subject_id, new_subject_id, record_ids, legal_names, separated_at)
values ($1, $2, $3, $4, $5, $6) on conflict (separation_id) do nothing`;

/** Prevents a concurrent delivery of a record about the business. */
const LOCK = 'select revision from subject_copy where subject_id = $1 for update';

/**
 * Takes the new business's hashes from the known one, unless its own later event is applied. The
 * revision and the event of the row stay: its next event brings them.
 */
const LEAVE = `
with changed as (
  update subject_copy set match_hashes = $2::text[]
  where subject_id = $1 and revision < $3 returning subject_id
)
delete from subject_match m using changed
where m.subject_id = changed.subject_id and m.match_hash <> all($2::text[])`;

/** Before its first revision, which its own event brings. */
const ADD = `
with added as (
  insert into subject_copy (subject_id, network_id, revision, match_hashes, subject_type)
  values ($1, $2, 0, $3::text[], 'business')
  on conflict (subject_id) do nothing returning subject_id, network_id, match_hashes
)
insert into subject_match (match_hash, network_id, subject_id)
select unnest(match_hashes), network_id, subject_id from added on conflict do nothing`;

/** The consents of the business as their own events will have them. */
const CONSENTS = `
update consent_copy c set match_hashes = next.match_hashes,
  state = (c.state::jsonb || jsonb_build_object('business_id', next.business_id,
    'match_hashes', to_jsonb(next.match_hashes)))::text
from (
  select consent_id,
    case when consent_id = any($3::uuid[]) then $2::text else state::jsonb ->> 'business_id' end
      as business_id,
    case when consent_id = any($3::uuid[]) then $4::text[]
      else array(select hash from unnest(match_hashes) hash where hash <> all($4::text[])) end
      as match_hashes
  from consent_copy
  where (consent_id = any($3::uuid[]) or match_hashes && $4::text[])
    and state::jsonb ->> 'business_id' = any($1::text[])
) next
where c.consent_id = next.consent_id`;

/** Moves everything that belongs to the new business; in any order with other events. */
export async function applySeparation(manager: EntityManager, payload: Payload): Promise<void> {
  const { business_id: id, kept, separated, record_ids: recordIds } = payload;
  const newId = separated.business_id;
  await manager.query(LOCK, [id]);
  await manager.query(KEEP, [
    ...[payload.separation_id, id, newId, recordIds],
    payload.legal_names.flatMap((name) => comparableLegalName(name) ?? []),
    payload.separated_at,
  ]);
  await manager.query(LEAVE, [id, kept.match_hashes, kept.revision]);
  await manager.query(ADD, [newId, payload.network_id, separated.match_hashes]);
  // The merge of a business may not be applied yet.
  const ids = [id, ...payload.merged_business_ids];
  for (const each of ids) await moveRecordsTo(manager, each, { newSubjectId: newId, recordIds });
  await manager.query(CONSENTS, [ids, newId, payload.consent_ids, separated.match_hashes]);
}

/** Their records are moved, and read again in furnishing. */
const OF_MERGED = `
update separation_copy s set standing_applied = false from subject_copy c
where c.subject_id = any($1::uuid[]) and s.subject_id = c.merged_into
returning s.subject_id, s.new_subject_id, s.record_ids`;

/** Applies the separations that arrived before the merge of a business to which they refer. */
export async function separateMerged(
  manager: EntityManager,
  mergedIds: readonly string[],
): Promise<void> {
  const [rows] = await manager.query<[Pick<Moved, Exclude<keyof Moved, 'legal_names'>>[], number]>(
    OF_MERGED,
    [mergedIds],
  );
  for (const { subject_id: id, new_subject_id: newSubjectId, record_ids: recordIds } of rows) {
    await moveRecordsTo(manager, id, { newSubjectId, recordIds });
  }
}

/** Replaces separated businesses in the records that moved, before the records are stored. */
export async function withSeparated<R extends FurnishedRecord>(
  manager: EntityManager,
  records: readonly R[],
): Promise<R[]> {
  const rows = await manager.query<Moved[]>(
    `select subject_id, new_subject_id, record_ids, legal_names from separation_copy
     where subject_id = any($1::uuid[]) order by separation_id`,
    [[...new Set(records.map(({ subject_id }) => subject_id))]],
  );
  if (rows.length === 0) return [...records];
  return records.map((record) => {
    const moved = rows.find((row) => row.subject_id === record.subject_id && moves(row, record));
    return moved ? { ...record, subject_id: moved.new_subject_id } : record;
  });
}

/** The subject of a record now, after merges and separations. */
export async function currentSubject(
  manager: EntityManager,
  record: Pick<FurnishedRecord, 'record_id' | 'subject_id'>,
): Promise<string> {
  const [survivor = record] = await withSurvivors(manager, [record]);
  const [row] = await manager.query<{ new_subject_id: string }[]>(
    `select new_subject_id from separation_copy
     where subject_id = $1 and $2 = any(record_ids) order by separation_id limit 1`,
    [survivor.subject_id, record.record_id],
  );
  return row?.new_subject_id ?? survivor.subject_id;
}

interface Moved {
  readonly subject_id: string;
  readonly new_subject_id: string;
  readonly record_ids: readonly string[];
  readonly legal_names: readonly string[];
}

/** A record whose subject was found before the separation is told by the name that it states. */
function moves(row: Moved, { record_id: id, stated_business: stated }: FurnishedRecord): boolean {
  const name = comparableLegalName(stated?.business_legal_name ?? '');
  return row.record_ids.includes(id) || (name !== undefined && row.legal_names.includes(name));
}

const DAYS = 30;
const SEARCHED = 20_000;

/** Walks the index query_event_by_time; the decision of an archived query is not read. */
const COUNT = `
with searched as materialized (
  select occurred_at, query_event_id from query_event
  where network_ids @> array[$1::uuid] and occurred_at >= now() - interval '${DAYS} days'
  order by occurred_at desc limit ${SEARCHED}
), texts as (
  select query_event_id, decision from query_text
  where occurred_at >= now() - interval '${DAYS} days'
    and (occurred_at, query_event_id) in (select occurred_at, query_event_id from searched)
)
select count(*) filter (where decision::jsonb -> 'ids' ?| $2::text[])::int as count,
  case when count(*) = ${SEARCHED} then min(occurred_at)
    else now() - interval '${DAYS} days' end as since,
  count(*) < ${SEARCHED} and count(*) = count(decision) as "isComplete"
from searched left join texts using (query_event_id)`;

@Injectable()
export class SubjectSeparations {
  constructor(private readonly dataSource: DataSource) {}

  /** The separations in which parts of a business moved to another one, oldest first. */
  async ofSubject(subjectId: string | null): Promise<SubjectSeparation[]> {
    const rows = await this.dataSource.query<(SubjectSeparation & { separated_at: Date })[]>(
      `select separation_id, subject_id, new_subject_id, separated_at from separation_copy
       where subject_id = $1 order by separation_id`,
      [subjectId],
    );
    return rows.map((row) => ({ ...row, separated_at: row.separated_at.toISOString() }));
  }

  /** The recent queries of a network that considered one of the records. */
  async countUses(networkId: string, recordIds: readonly string[]) {
    const [row] = await this.dataSource.query<
      { count: number; since: Date; isComplete: boolean }[]
    >(COUNT, [networkId, recordIds]);
    if (!row) throw new Error('a count has a row');
    return { count: row.count, since: row.since.toISOString(), is_complete: row.isComplete };
  }
}
