import { numbered } from './numbered.js';

/** More records than a business has in a submission. */
const MOST_RECORDS = 10_000;

/** Rows of the past. */
export interface Copies {
  readonly table: string;
  /** The number is its first parameter. */
  readonly statement: string;
}

const KEYS: Readonly<Record<string, string>> = {
  simulation: 'simulation_id',
  certificate: 'certificate_id',
};

/** Copies of the last row of a table, which differ in the id, in times and in other members. */
export function copiesOf(
  table: string,
  times: readonly string[],
  others: Readonly<Record<string, string>> = {},
): Copies {
  const key = KEYS[table] ?? 'id';
  const changed = { ...Object.fromEntries(times.map((time) => [time, 'at'])), ...others };
  const members = Object.entries(changed)
    .map(([member, value]) => `, '${member}', ${value}`)
    .join('');
  const statement = `
    insert into ${table} select copy.*
    from (select original from ${table} original order by ${key} desc limit 1) last
      cross join (${numbered(table)}) numbered
      cross join lateral jsonb_populate_record(last.original,
        jsonb_build_object('${key}', id${members})) copy`;
  return { table, statement };
}

/** Of a year each; one in a thousand was revoked. */
export const CONSENTS = copiesOf('consent', ['created_at'], {
  expires_at: `at + interval '1 year'`,
  revoked_at: `case when n % 1000 = 0 then at + interval '1 day' end`,
});

export const RECORDS: Copies = {
  table: 'furnished_record',
  statement: `
    insert into furnished_record (id, submission_id, position, subject_type, subject_id,
      stated_business, models)
    select numbered.id, submission_id, position + n * ${MOST_RECORDS}, subject_type, subject_id,
      stated_business, models
    from (select * from furnished_record where subject_id = $2 limit 1) original
      cross join (${numbered('record')}) numbered`,
};

/** One of each copied submission, without data, about a business of its own. */
export const RECORDS_OF_SUBMISSIONS: Copies = {
  table: 'furnished_record',
  statement: `
    insert into furnished_record (id, submission_id, position, subject_type, subject_id, models)
    select numbered.id, submitted.id, 0, 'business', md5('subject' || n)::uuid, '{}'
    from (${numbered('submission')}) submitted
      join (${numbered('submitted')}) numbered using (n)`,
};

/** One in ten of these: one in a hundred of them was withdrawn, the others were corrected. */
export const ENDS: Copies = {
  table: 'record_end',
  statement: `
    insert into record_end (id, network_id, submission_id, furnishing_entity_id, state, ended_at,
      revision)
    select copy.id, network_id, submission_id, furnishing_entity_id,
      case when n % 1000 = 0 then 'withdrawn' else 'corrected' end, submitted_at, 1
    from (select id, submission_id, row_number() over (order by id) as n
        from furnished_record where models = '{}') copy
      join submission on submission.id = submission_id
    where n % 10 = 0 limit $1`,
};

/** Open ones, of which all but the newest are overdue. */
export const DISPUTES: Copies = {
  table: 'dispute',
  statement: `
    insert into dispute (id, network_id, record_id, furnishing_entity_id, disputing_entity_id,
      on_behalf_of_subject, model_name, reason, opened_at, acknowledge_by, decide_by, revision)
    select numbered.id, network_id, record_id, furnishing_entity_id, $2::uuid, false,
      'business_identity_verification', 'wrong_value', at, at + interval '7 days',
      at + interval '30 days', 1
    from (select r.id as record_id, network_id, furnishing_entity_id
        from furnished_record r join submission s on s.id = r.submission_id limit 1) original
      cross join (${numbered('dispute')}) numbered`,
};

export const DOCUMENTS: Copies = {
  table: 'document',
  statement: `
    insert into document (id, network_id, furnishing_entity_id, bytes, sha256, media_type, state,
      scanned, received_bytes, created_at, referenced)
    select numbered.id, network_id, furnishing_entity_id, 1, md5(numbered.n::text) || md5('document'),
      'application/pdf', 'ready', false, 1, at, true
    from (select network_id, furnishing_entity_id from submission limit 1) original
      cross join (${numbered('document')}) numbered`,
};

/** About answered queries, one after the other. */
export const NOTICES: Copies = {
  table: 'notice',
  statement: `
    insert into notice
    select numbered.id, $2::uuid, query_event_id, null, network_ids, $3::uuid, subject_id, 'changed',
      array['business_identity_verification'], at, at, null
    from (select *, row_number() over () as n from (
        select query_event_id, network_ids, subject_id from query_event
        where querying_entity_id = $2::uuid and outcome = 'issued' limit $1) answered) answer
      join (${numbered('notice')}) numbered using (n)`,
};

/** Deliveries to a disabled endpoint, which gets no others meanwhile. */
export const DELIVERIES: Copies = {
  table: 'notice_delivery',
  statement: `
    with endpoint as (
      insert into notice_endpoint
        (endpoint_id, entity_id, state, algorithm, secret, created_at, revision)
      values ($3::uuid, $2::uuid, 'disabled', 'hmac_sha256', '', now(), 1)
      returning endpoint_id, entity_id
    )
    insert into notice_delivery (endpoint_id, notice_id, query_event_id, created_at, state, attempts,
      attempted_at, response_status, delivered_at)
    select endpoint_id, notice_id, query_event_id, created_at, 'delivered', 1,
      created_at, 204, created_at
    from endpoint join notice using (entity_id) order by notice_id limit $1`,
};

export const CHANGED_QUERIES: Copies = {
  table: 'simulated_query',
  statement: `
    insert into simulated_query (simulation_id, query_event_id, network_ids, answer)
    select simulation_id, numbered.id, network_ids,
      replace(answer::text, query_event_id::text, numbered.id::text)::json
    from (select * from simulated_query where simulation_id = $2 limit 1) original
      cross join (${numbered('changed query')}) numbered`,
};
