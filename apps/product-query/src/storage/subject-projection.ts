import type { Subject } from '@ndx/catalog';
import type { EventsContext } from '@ndx/messaging';
import { readModel, type ReadModelRow } from '@ndx/replication';
import { splitByRepeatedKey } from './split-by-repeated-key.js';
import { moveRecords } from './subject-merges.js';
import { separateMerged } from './subject-separations.js';

/** A row of `subject_copy`. */
export interface IdentifiedSubject {
  readonly subject_id: string;
  readonly subject_type: Subject;
  readonly network_id: string;
  readonly revision: number;
  /** The event of the row. */
  readonly event_id: string;
  readonly match_hashes: readonly string[];
  /** The remaining subject after a merge. */
  readonly merged_into: string | null;
}

const READ_MODELS = { table: 'subject_copy', key: 'subject_id', unknown: 'kept' } as const;

const STATE = `jsonb_build_object('network_id', c.network_id, 'match_hashes', c.match_hashes)`;

export const businesses = readModel({
  ...READ_MODELS,
  aggregate: 'business',
  state: STATE,
  where: `subject_type = 'business'`,
});

export const consumers = readModel({
  ...READ_MODELS,
  aggregate: 'consumer',
  state: STATE,
  where: `subject_type = 'consumer'`,
});

/** Updates each row whose event is newer, and adds its hashes. */
const APPLY = `
with applied as (
  insert into subject_copy (subject_id, network_id, revision, event_id, match_hashes, subject_type,
    merged_into)
  select subject_id, network_id, revision, event_id, match_hashes, subject_type, merged_into
  from json_populate_recordset(null::subject_copy, $1)
  order by subject_id
  on conflict (subject_id) do update set revision = excluded.revision, event_id = excluded.event_id,
    match_hashes = excluded.match_hashes,
    subject_type = excluded.subject_type,
    merged_into = excluded.merged_into
  where subject_copy.revision < excluded.revision
  returning subject_id, network_id, match_hashes, merged_into
)
insert into subject_match (match_hash, network_id, subject_id)
select unnest(match_hashes), network_id, subject_id from applied where merged_into is null
on conflict do nothing`;

/**
 * Removes hashes that a row no longer has. A separate statement: joined with the changes of the
 * statement above, it would scan all hashes.
 */
const FORGET = `
delete from subject_match m using subject_copy c
where c.subject_id = any($1::uuid[]) and m.subject_id = c.subject_id
  and (m.match_hash <> all(c.match_hashes) or c.merged_into is not null)`;

/**
 * The rows that did not apply their event: another event has brought them to its revision or past
 * it.
 */
const OVERTAKEN = `
select coalesce(c.subject_type, given.subject_type) as aggregate, c.subject_id as key, c.revision, c.event_id,
  ${STATE} as state, given.event_id as refused_event_id
from subject_copy c
join unnest($1::uuid[], $2::uuid[], $3::text[]) as given (subject_id, event_id, subject_type) using (subject_id)
where c.event_id is distinct from given.event_id`;

/** Stores the newest revision of each subject and its hashes, and moves the data of merged ones. */
export async function keepSubjects(
  { manager, overtaken }: Pick<EventsContext, 'manager' | 'overtaken'>,
  subjects: readonly IdentifiedSubject[],
): Promise<void> {
  for (const each of splitByRepeatedKey(subjects, ({ subject_id }) => subject_id)) {
    await manager.query(APPLY, [JSON.stringify(each)]);
    const rows = await manager.query<ReadModelRow[]>(OVERTAKEN, [
      each.map((one) => one.subject_id),
      each.map((one) => one.event_id),
      each.map((one) => one.subject_type),
    ]);
    for (const row of rows) await overtaken(row);
    // The first revision has no previous state.
    const changed = each.filter(({ revision }) => revision > 1);
    if (changed.length > 0) await manager.query(FORGET, [changed.map((one) => one.subject_id)]);
  }
  const merges = subjects.flatMap(({ subject_id: subjectId, merged_into: intoSubjectId }) =>
    intoSubjectId === null ? [] : [{ subjectId, intoSubjectId }],
  );
  if (merges.length === 0) return;
  await moveRecords(manager, merges);
  await separateMerged(
    manager,
    merges.map(({ subjectId }) => subjectId),
  );
}
