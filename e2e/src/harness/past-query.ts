import { randomUUID } from 'node:crypto';
import { expect } from '@jest/globals';
import type { Exchange } from './exchange.js';

const COPY = `
with texts as (
  insert into query_text (occurred_at, query_event_id, payload, decision)
  select $3::text::timestamptz, $2::uuid,
    replace(replace(payload, $1::text, $2::text), payload::json ->> 'occurred_at', $3), decision
  from query_text where query_event_id = $1::uuid
)
insert into query_event (query_event_id, querying_entity_id, network_ids, occurred_at, asked,
  product_slug, kind, outcome, billable, subject_id, consent_id, policy_ids, request_id, reason)
select $2::uuid, querying_entity_id, network_ids, $3::timestamptz, asked,
  product_slug, kind, outcome, billable, subject_id, consent_id, policy_ids, request_id, reason
from query_event where query_event_id = $1::uuid
returning 1`;

/**
 * Adds a query to the history, as if its institution had sent it at an earlier time, too.
 * @param queryEventId of the query that it repeats
 * @param occurredAt ISO 8601
 * @returns its id
 */
export async function aPastQuery(
  exchange: Exchange,
  queryEventId: string,
  occurredAt: string,
): Promise<string> {
  const id = randomUUID();
  const copied = await exchange.sql('product-query', COPY, [queryEventId, id, occurredAt]);
  expect(copied).toHaveLength(1);
  return id;
}
