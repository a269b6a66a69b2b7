import { OUTBOX_COLUMNS, OUTBOX_ROW } from '@ndx/messaging';
import { rowsOfParameters } from '@ndx/postgres';

/** The columns of a stored query beside its event's outbox row, with their types. */
export const QUERY_ROW = {
  query_event_id: 'uuid',
  querying_entity_id: 'uuid',
  network_ids: 'uuid[]',
  occurred_at: 'timestamptz',
  certificate_id: 'uuid',
  policy_id: 'uuid',
  policy_version: 'integer',
  consent_id: 'uuid',
  record_ids: 'uuid[]',
  body: 'text',
  decision: 'text',
} as const;

/**
 * Writes the results of queries, each a row of `text[]` parameters from `$3` on: query events,
 * issued certificates and outbox rows. With a key (`$1` its scope, `$2` its response) there is
 * only one query, and all rows or none are written: none when another request has the key. Of two
 * concurrent requests the second waits in `claim` for the first to commit. Returns one row for
 * each written query.
 */
export const WRITE_QUERIES = `
with given as materialized (
  ${rowsOfParameters({ ...OUTBOX_ROW, ...QUERY_ROW }, 3)}
), claimed as (
  insert into idempotency_key (scope, answer) select $1::bytea, $2 where $1::bytea is not null
  on conflict (scope) do nothing returning scope
), query as materialized (
  select * from given where $1::bytea is null or exists (select from claimed)
), event as (
  insert into query_event (query_event_id, querying_entity_id, network_ids, occurred_at, payload,
    decision)
  select query_event_id, querying_entity_id, network_ids, occurred_at, data, decision from query
), certificate as (
  insert into certificate (certificate_id, query_event_id, entity_id, network_ids, policy_id,
    policy_version, consent_id, record_ids, issued_at, body)
  select certificate_id, query_event_id, querying_entity_id, network_ids, policy_id,
    policy_version, consent_id, record_ids, occurred_at, body
  from query where certificate_id is not null
)
insert into outbox (${OUTBOX_COLUMNS}) select ${OUTBOX_COLUMNS} from query returning 1`;
