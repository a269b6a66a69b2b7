import type { Subject } from '@ndx/catalog';
import type { EntityManager } from 'typeorm';
import { splitByRepeatedKey } from './split-by-repeated-key.js';
import { moveRecords } from './subject-merges.js';

/** A row of `subject_copy`. */
export interface IdentifiedSubject {
  readonly subject_id: string;
  readonly subject_type: Subject;
  readonly network_id: string;
  readonly revision: number;
  readonly match_hashes: readonly string[];
  /** Of a business, as its network knows it; null for a consumer. */
  readonly legal_name: string | null;
  /** The subject that stands for it, if they were merged. */
  readonly merged_into: string | null;
}

/**
 * Replaces each copy where the event is newer than what is known, and adds its hashes. A name stays
 * when an event of an older process carries none: a business never loses its name.
 */
const APPLY = `
with applied as (
  insert into subject_copy (subject_id, network_id, revision, match_hashes, subject_type, legal_name,
    merged_into)
  select subject_id, network_id, revision, match_hashes, subject_type, legal_name, merged_into
  from json_populate_recordset(null::subject_copy, $1)
  order by subject_id
  on conflict (subject_id) do update set revision = excluded.revision, match_hashes = excluded.match_hashes,
    subject_type = excluded.subject_type,
    legal_name = coalesce(excluded.legal_name, subject_copy.legal_name),
    merged_into = excluded.merged_into
  where subject_copy.revision < excluded.revision
  returning subject_id, network_id, match_hashes, merged_into
)
insert into subject_match (match_hash, network_id, subject_id)
select unnest(match_hashes), network_id, subject_id from applied where merged_into is null
on conflict do nothing`;

/**
 * Takes off the hashes that a copy has no longer. Apart from the statement above, where only a scan
 * of all hashes could be joined with what that has just applied.
 */
const FORGET = `
delete from subject_match m using subject_copy c
where c.subject_id = any($1::uuid[]) and m.subject_id = c.subject_id
  and (m.match_hash <> all(c.match_hashes) or c.merged_into is not null)`;

/** Keeps the newest revision of each subject and its hashes; what merged ones had moves on. */
export async function keepSubjects(
  manager: EntityManager,
  subjects: readonly IdentifiedSubject[],
): Promise<void> {
  for (const each of splitByRepeatedKey(subjects, ({ subject_id }) => subject_id)) {
    await manager.query(APPLY, [JSON.stringify(each)]);
    // The first revision has nothing before it.
    const changed = each.filter(({ revision }) => revision > 1);
    if (changed.length > 0) await manager.query(FORGET, [changed.map((one) => one.subject_id)]);
  }
  await moveRecords(
    manager,
    subjects.flatMap(({ subject_id: subjectId, merged_into: intoSubjectId }) =>
      intoSubjectId === null ? [] : [{ subjectId, intoSubjectId }],
    ),
  );
}
