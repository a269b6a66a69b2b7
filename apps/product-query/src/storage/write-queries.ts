import { OUTBOX_COLUMNS, OUTBOX_ROW } from '@ndx/messaging';
import { rowsOfParameters } from '@ndx/postgres';
import { followAnswers } from './follow-answers.js';

/** The columns of a stored query beside its event's outbox row, with their types. */
export const QUERY_ROW = {
  query_event_id: 'uuid',
  querying_entity_id: 'uuid',
  network_ids: 'uuid[]',
  occurred_at: 'timestamptz',
  product_slug: 'text',
  kind: 'text',
  outcome: 'text',
  billable: 'boolean',
  subject_id: 'uuid',
  policy_ids: 'uuid[]',
  answered_request_id: 'text',
  certificate_id: 'uuid',
  policy_id: 'uuid',
  policy_version: 'integer',
  consent_id: 'uuid',
  record_ids: 'uuid[]',
  body: 'text',
  payload: 'text',
  decision: 'text',
  asked: 'text',
  reason: 'text',
} as const;

/** Statements of a writing statement; `query` has the written queries. */
type Steps = `, ${string}` | '';

/** Ends the notices about a certificate that a query replaces. */
const RENEW = `, replaced as (
  update notice n set replaced_by = q.query_event_id from query q
  where n.notice_id = (q.data::json ->> 'notice_id')::uuid and q.certificate_id is not null
  returning n.query_event_id
), unfollowed as (
  delete from followed_answer where query_event_id in (select query_event_id from replaced)
), not_due as (
  delete from due_answer where query_event_id in (select query_event_id from replaced)
)` as const;

/**
 * Writes the results of queries, each a row of `text[]` parameters from `$3` on: query events, texts,
 * issued certificates, followed answers and outbox rows. A followed answer is assembled again soon,
 * because its data may have changed between the read and this statement. With a key (`$1` its scope, `$2` its response) there is
 * only one query, and all rows or none are written: none when another request has the key. Of two
 * concurrent requests the second waits in `claim` for the first to commit. Returns one row for
 * each written query.
 */
const writing = (steps: Steps) => `
with given as materialized (
  ${rowsOfParameters({ ...OUTBOX_ROW, ...QUERY_ROW }, 3)}
), claimed as (
  insert into idempotency_key (scope, answer) select $1::bytea, $2 where $1::bytea is not null
  on conflict (scope) do nothing returning scope
), query as materialized (
  select * from given where $1::bytea is null or exists (select from claimed)
), event as (
  insert into query_event (query_event_id, querying_entity_id, network_ids, occurred_at, asked,
    product_slug, kind, outcome, billable, subject_id, consent_id, policy_ids, request_id, reason)
  select query_event_id, querying_entity_id, network_ids, occurred_at, asked,
    product_slug, kind, outcome, billable, subject_id, consent_id, policy_ids,
    answered_request_id, reason
  from query
), texts as (
  insert into query_text (occurred_at, query_event_id, payload, decision, body)
  select occurred_at, query_event_id, payload, decision, body from query
), certificate as (
  insert into certificate (certificate_id, query_event_id, entity_id, network_ids, policy_id,
    policy_version, consent_id, record_ids, issued_at)
  select certificate_id, query_event_id, querying_entity_id, network_ids, policy_id,
    policy_version, consent_id, record_ids, occurred_at
  from query where certificate_id is not null
), followed as (${followAnswers('query')}
), due as (
  insert into due_answer (query_event_id, due_at)
  select query_event_id, now() + interval '30 seconds' from followed
)${steps}
insert into outbox (${OUTBOX_COLUMNS}) select ${OUTBOX_COLUMNS} from query returning 1`;

export const WRITE_QUERIES = writing('');

/** Writes one query that renews the certificate of a notice. */
export const WRITE_RENEWAL = writing(RENEW);
