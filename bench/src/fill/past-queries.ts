import type { LocalNetwork } from '@ndx/tools/network/local-network';
import { inDatabase } from '../in-database.js';

/**
 * Copies each query since a time in product-query's database, as if its client had sent it so many
 * times before, always after all others: the copies have their own ids and times.
 * @param overMs the time that all copies are spread over; by default they follow each other
 * @returns the time of the first copy
 */
export async function repeatPastQueries(
  network: LocalNetwork,
  from: string,
  copies: number,
  overMs = 0,
): Promise<string> {
  return inDatabase(network, 'product-query', async (client) => {
    await client.query('set synchronous_commit = off');
    await client.query(COPY, [from, copies, overMs / copies]);
    await client.query('vacuum analyze query_event');
    const { rows } = await client.query<{ first: Date }>(FIRST);
    return rows[0]?.first.toISOString() ?? from;
  });
}

const FIRST = 'select min(occurred_at) as first from query_event';

/** As in the payload of a query. */
const asText = (time: string) =>
  `to_char(${time} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

const COPY = `
insert into query_event (query_event_id, querying_entity_id, network_ids, occurred_at, payload,
  decision, asked, product_slug, kind, outcome, billable, subject_id, consent_id, policy_ids,
  request_id, reason)
select copy.id, querying_entity_id, network_ids, copy.at,
  replace(replace(payload, query_event_id::text, copy.id::text),
    ${asText('occurred_at')}, ${asText('copy.at')}), decision, asked, product_slug, kind,
  outcome, billable, subject_id, consent_id, policy_ids, request_id,
  reason
from query_event
  cross join (select greatest(max(occurred_at) - $1::timestamptz + interval '1 millisecond',
      $3::float8 * interval '1 millisecond') as span
    from query_event) period
  cross join lateral (select md5(query_event_id::text || n)::uuid as id,
    date_trunc('milliseconds', occurred_at - n * span) as at
    from generate_series(1, $2::int) n) copy
where occurred_at >= $1::timestamptz`;
