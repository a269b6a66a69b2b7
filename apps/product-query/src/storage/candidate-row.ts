import type { Candidate } from '../domain/candidate.js';
import { ownJson } from './own-json.js';

/**
 * Whether the furnisher of the statement `s` has left. One whose membership has not arrived yet is a
 * member. One that left has left only where the network does not keep its records.
 */
export const HAS_LEFT = `
       exists (select from membership_copy m
         where m.membership = s.network_id || '/' || s.furnishing_entity_id
           and not m.roles @> '{furnisher}')
         and not exists (select from network_copy n
           where n.network_id = s.network_id and n.records_of_leavers = 'keep')`;

/** The columns of a statement in the read of a query, `s`. Times are milliseconds since the epoch. */
export const STATEMENT_COLUMNS = `
       s.model, s.content, s.network_id::text, s.furnishing_entity_id::text, s.record_id::text,
       date_part('epoch', s.performed_at) * 1000, date_part('epoch', s.furnished_at) * 1000,
       s.newest_content, s.newest_record_id::text, date_part('epoch', s.newest_furnished_at) * 1000,
       s.stated_business, s.newest_stated_business, ${HAS_LEFT},
       (select json_agg(json_build_array(record_id, field_name, opened_at, due_at))::text from (
          select d.record_id, d.field_name, min(extract(epoch from d.opened_at) * 1000)::bigint as opened_at,
            min(extract(epoch from case when d.acknowledged_at is null
              then least(d.acknowledge_by, d.decide_by) else d.decide_by end) * 1000)::bigint as due_at
          from dispute_copy d
          where d.record_id = any(array[s.record_id, s.newest_record_id]) and d.model_name = s.model
            and d.decided_at is null
          group by 1, 2 order by 1, 2 nulls first) disputed)`;

/** The same columns of a row without a statement, which names them. */
export const NO_STATEMENT = `
       null::text as model, null::text as content, null::text as network_id,
       null::text as furnishing_entity_id, null::text as record_id,
       null::float8 as performed_at, null::float8 as furnished_at,
       null::text as newest_content, null::text as newest_record_id, null::float8 as newest_furnished_at,
       null::text as stated_business, null::text as newest_stated_business, null::boolean as has_left,
       null::text as disputes`;

export type StatementRow = {
  readonly model: string;
  readonly content: string;
  readonly network_id: string;
  readonly furnishing_entity_id: string;
  readonly record_id: string;
  readonly performed_at: number;
  readonly furnished_at: number;
  readonly newest_content: string | null;
  readonly newest_record_id: string | null;
  readonly newest_furnished_at: number | null;
  readonly stated_business: string | null;
  readonly newest_stated_business: string | null;
  readonly has_left: boolean;
  readonly disputes: string | null;
};

export function candidateOf(row: StatementRow, attestationId: string | null): Candidate {
  return {
    text: row.content,
    model: row.model,
    networkId: row.network_id,
    furnishingEntityId: row.furnishing_entity_id,
    recordId: row.record_id,
    performedAt: row.performed_at,
    furnishedAt: row.furnished_at,
    attestationId,
    hasLeft: row.has_left,
    disputes: disputesOf(row),
    statedBusiness: row.stated_business,
    newest: newestOf(row),
  };
}

type DisputeCells = readonly [string, string | null, number, number];

function disputesOf({ disputes }: StatementRow): Candidate['disputes'] {
  const cells = (ownJson(disputes) ?? []) as readonly DisputeCells[];
  return cells.map(([recordId, field, openedAt, dueAt]) => ({ recordId, field, openedAt, dueAt }));
}

function newestOf({
  newest_content: text,
  newest_record_id: recordId,
  newest_furnished_at: furnishedAt,
  newest_stated_business: statedBusiness,
}: StatementRow): Candidate['newest'] {
  return text === null || recordId === null || furnishedAt === null
    ? null
    : { text, recordId, furnishedAt, statedBusiness };
}
