import type * as api from '@ndx/api';
import { idsIn, instantOf } from '@ndx/api';
import { hasRole, requireMember, type Principal } from '@ndx/contracts';
import { type Asked, ID_ORDERS, type IdPlace } from '@ndx/service';

export type RecordFilters = Asked<typeof api.countRecords>['query'];

/** The columns that order a list; of ended records, record_end_by_furnisher has them in this order. */
function placeIn({ state }: RecordFilters): readonly [submission: string, record: string] {
  return isOfEnded(state) ? ['e.submission_id', 'e.id'] : ['r.submission_id', 'r.id'];
}

/**
 * Finds records by these indexes. Of a furnisher: submission_by_furnisher and
 * furnished_record_by_submission; with a time: submission_by_time; that ended:
 * record_end_by_furnisher; of a subject: furnished_record_by_subject.
 */
function foundBy({ state }: RecordFilters): string {
  return `
from submission s join furnished_record r on r.submission_id = s.id
  ${isOfEnded(state) ? 'join record_end e on e.id = r.id' : ''}
where s.network_id = $1 and ($2::uuid is null or s.furnishing_entity_id = $2)
  and ($3::uuid is null or r.subject_id = $3)
  and ($4::uuid[] is null or r.id = any($4))
  and ($5::timestamptz is null or s.submitted_at >= $5)
  and ($6::timestamptz is null or s.submitted_at < $6)
  ${state === undefined ? '' : IN_STATE[state]}`;
}

const ENDED =
  'and e.network_id = $1 and ($2::uuid is null or e.furnishing_entity_id = $2) and e.state =';

const IN_STATE: Readonly<Record<NonNullable<RecordFilters['state']>, string>> = {
  furnished: 'and not exists (select from record_end e where e.id = r.id)',
  withdrawn: `${ENDED} 'withdrawn'`,
  corrected: `${ENDED} 'corrected'`,
};

/** A page of records, by the ids of their submissions and their own. */
export function pageOfRecords(filters: RecordFilters, order: IdPlace['order']): string {
  const { is, way } = ID_ORDERS[order];
  const [submission, record] = placeIn(filters);
  // The submission of the last record, if there is one.
  const last = '(select coalesce((select submission_id from furnished_record where id = $7), $7))';
  return `
select r.id ${foundBy(filters)}
  and (${submission}, ${record}) ${is} (${last}, $7)
  ${isOfEnded(filters.state) ? '' : `and s.id ${is}= ${last}`}
order by ${submission} ${way}, ${record} ${way} limit $8`;
}

/** The number of records, at most the limit. */
export function countOfRecords(filters: RecordFilters): string {
  return `select count(*)::integer as count from (select ${foundBy(filters)} limit $7) found`;
}

/**
 * The parameters of the filters: records of every furnisher for a governor who names a subject or
 * records, otherwise the caller's own.
 * @throws PERMISSION_DENIED unless the caller is a member of the network
 */
export function foundFor(
  principal: Principal,
  { network_id, subject_id, record_ids, from, to }: RecordFilters,
): readonly unknown[] {
  requireMember(principal, network_id);
  const isNamed = subject_id !== undefined || record_ids !== undefined;
  const seesEvery = isNamed && hasRole(principal, network_id, 'governor');
  const furnisher = seesEvery ? null : principal.entity_id;
  const ids = record_ids === undefined ? null : idsIn(record_ids);
  return [network_id, furnisher, subject_id, ids, from && instantOf(from), to && instantOf(to)];
}

function isOfEnded(state: RecordFilters['state']): boolean {
  return state !== undefined && state !== 'furnished';
}
