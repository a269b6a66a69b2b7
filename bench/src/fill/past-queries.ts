import type { LocalNetwork } from '@ndx/tools/network/local-network';
import { inDatabase } from '../in-database.js';

/**
 * Copies each query since a time in product-query's database, as if its client had sent it so many
 * times more at once: the copies have their own ids.
 */
export async function repeatPastQueries(
  network: LocalNetwork,
  from: string,
  copies: number,
): Promise<void> {
  await inDatabase(network, 'product-query', async (client) => {
    await client.query('set synchronous_commit = off');
    await client.query(COPY, [from, copies]);
    await client.query('vacuum analyze query_event');
  });
}

const COPY = `
insert into query_event (query_event_id, querying_entity_id, network_ids, occurred_at, payload,
  decision, asked, product_slug, kind, outcome, billable, subject_id, consent_id, policy_ids,
  request_id)
select copy.id, querying_entity_id, network_ids, occurred_at,
  replace(payload, query_event_id::text, copy.id::text), decision, asked, product_slug, kind,
  outcome, billable, subject_id, consent_id, policy_ids, request_id
from query_event
  cross join lateral (select md5(query_event_id::text || n)::uuid as id
    from generate_series(1, $2::int) n) copy
where occurred_at >= $1`;
