/** The institution has an enabled notice endpoint. */
const IS_SUBSCRIBED = `exists (
    select from notice_endpoint e where e.entity_id = q.querying_entity_id and e.state = 'enabled')`;

/**
 * Follows the issued answers among queries, rows `q` with their texts `data`, `decision` and `asked`.
 * The texts are read only for a subscribed institution. Returns the ids.
 */
export const followAnswers = (queries: string) => `
insert into followed_answer (query_event_id, entity_id, occurred_at, network_ids, product_id, keys)
select q.query_event_id, q.querying_entity_id, q.occurred_at, q.network_ids,
  (q.data::json ->> 'product_id')::uuid,
  array(
    select json_array_elements_text(q.decision::json -> 'ids')
    union select json_array_elements_text(q.asked::json -> 'hashes')
    union select unnest(match_hashes) from subject_copy
      where subject_id = (q.data::json ->> 'subject_id')::uuid
    union select id from (values (q.asked::json ->> 'policy'), (q.data::json ->> 'consent_id'))
      named (id) where id is not null)
from ${queries} q
where case when ${IS_SUBSCRIBED}
  then q.asked is not null and q.decision is not null and q.data::json ->> 'outcome' = 'issued'
  else false end
on conflict (query_event_id) do nothing
returning query_event_id`;
