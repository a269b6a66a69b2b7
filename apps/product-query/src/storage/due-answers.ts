import type { DisputeOutcome, NoticeKind } from '@ndx/contracts';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import type { AskedQuery } from '../domain/decision/asked-query.js';
import type { AnswerState } from '../domain/notices/answer-state.js';
import type { KnownChanges, NotedDispute } from '../domain/notices/decide-notices.js';

/** The filters of an endpoint; null for all. */
export interface NoticeTerms {
  readonly network_ids: readonly string[] | null;
  readonly product_ids: readonly string[] | null;
  readonly kinds: readonly NoticeKind[] | null;
  readonly window_days: number | null;
}

/** An answer to assemble again. */
export interface DueAnswer {
  readonly query_event_id: string;
  /** Identifies this taking of it. */
  readonly claim: string;
  readonly entity_id: string;
  readonly asked: AskedQuery;
  /** The network of the named policy, if the institution has not left it. */
  readonly policy_network_id: string | null;
  /** Null: as it was issued. */
  readonly notified: AnswerState | null;
  /** The enabled endpoints of the institution. */
  readonly endpoints: readonly NoticeTerms[] | null;
}

/** The keys by which changes find an answer, beside the hashes of the subjects. */
export interface FindableAnswer {
  readonly queryEventId: string;
  readonly keys: readonly string[];
  readonly subjectIds: readonly string[];
}

/** An answer of a process that was killed is due again after this time. */
const CLAIM = `interval '1 minute'`;

/** Oldest first. Replicas take others. */
const TAKE = `
with taken as (
  update due_answer set due_at = now() + ${CLAIM} where query_event_id in (
    select query_event_id from due_answer where due_at <= now()
    order by due_at limit $1 for update skip locked)
  returning query_event_id, due_at
)
select query_event_id, due_at::text as claim, f.entity_id, q.asked::json as asked, f.notified,
  (select p.network_id from policy_copy p
    left join membership_copy m on m.membership = p.network_id || '/' || f.entity_id
    where p.policy_id = (q.asked::json ->> 'policy')::uuid and coalesce(m.roles <> '{}', true)
  ) as policy_network_id,
  (select json_agg(json_build_object('network_ids', network_ids, 'product_ids', product_ids,
      'kinds', kinds, 'window_days', window_days))
    from notice_endpoint e where e.entity_id = f.entity_id and e.state = 'enabled') as endpoints
from taken join followed_answer f using (query_event_id) join query_event q using (query_event_id)`;

/** Except an answer that became due again since. */
const POSTPONE = `
update due_answer set due_at = now() + interval '1 day'
from unnest($1::uuid[], $2::timestamptz[]) as taken (id, claim)
where query_event_id = id and due_at = claim`;

const REMOVE = `
delete from due_answer using unnest($1::uuid[], $2::timestamptz[]) as taken (id, claim)
where query_event_id = id and due_at = claim`;

/** Omits an answer whose institution another process has notified since. */
const SAVE_NOTIFIED = `
update followed_answer f set notified = given.state
from jsonb_to_recordset($1::jsonb) as given (id uuid, known jsonb, state jsonb)
where query_event_id = given.id and f.notified is not distinct from given.known
returning query_event_id`;

const FIND_BY = `
update followed_answer f set keys = given.keys
from (
  select id, array(select unnest(own)
    union select unnest(match_hashes) from subject_copy where subject_id = any(subjects)) as keys
  from jsonb_to_recordset($1::jsonb) as answer (id uuid, own text[], subjects uuid[])
) given
where query_event_id = given.id and not (f.keys @> given.keys and f.keys <@ given.keys)`;

const ENDS = `
select record_id, state, ended_at from record_copy where record_id = any($1::uuid[])`;

const DISPUTES = `
select dispute_id, record_id, network_id, furnishing_entity_id, model_name, field_name, outcome,
  opened_at, decided_at
from dispute_copy where record_id = any($1::uuid[])`;

const SEPARATIONS = `
select subject_id, record_ids, new_subject_id, separated_at from separation_copy
where subject_id = any($1::uuid[]) order by separation_id`;

type Times<Row, Column extends keyof Row> = Omit<Row, Column> & Readonly<Record<Column, Date>>;

/** The answers of institutions with endpoints, and when each is assembled again. */
@Injectable()
export class DueAnswers {
  constructor(private readonly dataSource: DataSource) {}

  take(limit: number): Promise<DueAnswer[]> {
    return this.dataSource.query<DueAnswer[]>(TAKE, [limit]);
  }

  /** The answers are due again in a day, by which something can have expired. */
  async postpone(manager: EntityManager, answers: readonly DueAnswer[]): Promise<void> {
    await manager.query(POSTPONE, claimsOf(answers));
  }

  /** They become due when an endpoint is enabled. */
  async remove(answers: readonly DueAnswer[]): Promise<void> {
    await this.dataSource.query(REMOVE, claimsOf(answers));
  }

  /** Stores the states that the notices report. Returns the ids of the answers that have them. */
  async saveNotified(
    manager: EntityManager,
    answers: readonly { readonly due: DueAnswer; readonly state: AnswerState }[],
  ): Promise<ReadonlySet<string>> {
    const given = answers.map(({ due, state }) => {
      return { id: due.query_event_id, known: due.notified, state };
    });
    const [rows] = await manager.query<[{ query_event_id: string }[], number]>(SAVE_NOTIFIED, [
      JSON.stringify(given),
    ]);
    return new Set(rows.map((row) => row.query_event_id));
  }

  async findBy(manager: EntityManager, answers: readonly FindableAnswer[]): Promise<void> {
    const given = answers.map(({ queryEventId, keys, subjectIds }) => {
      return { id: queryEventId, own: keys, subjects: subjectIds };
    });
    await manager.query(FIND_BY, [JSON.stringify(given)]);
  }

  /** Reads what happened to records and subjects. Returns the changes among them of some. */
  async changesOf(recordIds: readonly string[], subjectIds: readonly string[]) {
    const ends = await this.dataSource.query<Times<KnownChanges['ends'][number], 'ended_at'>[]>(
      ENDS,
      [recordIds],
    );
    const disputes = await this.dataSource.query<
      (Omit<NotedDispute, 'standing' | 'opened_at' | 'decided_at'> & {
        readonly outcome: DisputeOutcome | null;
        readonly opened_at: Date;
        readonly decided_at: Date | null;
      })[]
    >(DISPUTES, [recordIds]);
    const separations = await this.dataSource.query<
      (Times<KnownChanges['separations'][number], 'separated_at'> & {
        readonly subject_id: string;
      })[]
    >(SEPARATIONS, [subjectIds]);
    const changes = {
      ends: ends.map((end) => ({ ...end, ended_at: end.ended_at.toISOString() })),
      disputes: disputes.map(({ outcome, opened_at, decided_at, ...dispute }) => ({
        ...dispute,
        standing: outcome ?? ('undecided' as const),
        opened_at: opened_at.toISOString(),
        decided_at: decided_at?.toISOString() ?? null,
      })),
      separations: separations.map((one) => ({
        ...one,
        separated_at: one.separated_at.toISOString(),
      })),
    };
    return (records: readonly string[], subjectId: string | null): KnownChanges => {
      const isOf = ({ record_id }: { readonly record_id: string }) => records.includes(record_id);
      return {
        ends: changes.ends.filter(isOf),
        disputes: changes.disputes.filter(isOf),
        separations: changes.separations.filter((one) => one.subject_id === subjectId),
      };
    };
  }
}

function claimsOf(answers: readonly DueAnswer[]) {
  return [answers.map((one) => one.query_event_id), answers.map(({ claim }) => claim)];
}
