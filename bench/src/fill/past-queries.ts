import type { LocalNetwork } from '@ndx/tools/network/local-network';
import { inDatabase } from '../in-database.js';

export interface Period {
  readonly from: string;
  /** Exclusive. */
  readonly to: string;
}

/**
 * Copies each query since a time in product-query's database, as if its client had sent it so many
 * times before, always after all others: the copies have their own ids and times.
 * @param overMs the time that all copies are spread over; by default they follow each other
 * @returns the period of the copies
 */
export async function repeatPastQueries(
  network: LocalNetwork,
  from: string,
  copies: number,
  overMs = 0,
): Promise<Period> {
  return copyPastQueries(network, COPY, [from, copies, overMs / copies]);
}

/**
 * The same, as if each copy had been about another business, with a record of its own in furnishing
 * and product-query. A business that was queried has one record.
 */
export async function varyPastQueries(
  network: LocalNetwork,
  from: string,
  copies: number,
): Promise<Period> {
  await inDatabase(network, 'furnishing', async (client) => {
    await client.query('set synchronous_commit = off');
    await client.query(OTHER_RECORDS, [copies]);
    await client.query('vacuum analyze furnished_record');
  });
  await inDatabase(network, 'product-query', async (client) => {
    await client.query('set synchronous_commit = off');
    await client.query(OTHER_STATEMENTS, [from, copies]);
    await client.query('vacuum analyze statement');
  });
  return copyPastQueries(network, VARY, [from, copies, 0]);
}

async function copyPastQueries(
  network: LocalNetwork,
  copy: string,
  values: readonly [from: string, copies: number, overMs: number],
): Promise<Period> {
  return inDatabase(network, 'product-query', async (client) => {
    await client.query('set synchronous_commit = off');
    const first = async () => {
      const { rows } = await client.query<{ first: Date }>(FIRST);
      return rows[0]?.first.toISOString() ?? values[0];
    };
    const to = await first();
    await client.query(copy, [...values]);
    await client.query('vacuum analyze query_event, query_text');
    return { from: await first(), to };
  });
}

const FIRST = 'select min(occurred_at) as first from query_event';

/** As in the payload of a query. */
const asText = (time: string) =>
  `to_char(${time} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** The id of what stands for a subject or a record in a copy: services accept UUIDs of RFC 9562. */
const otherOf = (id: string) =>
  `overlay(overlay(md5(${id}::text || n) placing '7' from 13) placing '8' from 17)::uuid`;

/** A submission has fewer. */
const MOST_RECORDS = 10_000;

const OTHER_RECORDS = `
insert into furnished_record (id, submission_id, position, subject_type, subject_id,
  stated_business, models)
select ${otherOf('id')}, submission_id, position + n * ${MOST_RECORDS}, subject_type, ${otherOf('subject_id')},
  stated_business, models
from furnished_record cross join generate_series(1, $1::int) n`;

const OTHER_STATEMENTS = `
insert into statement (subject_id, dataset, model, furnishing_entity_id, network_id, record_id,
  performed_at, furnished_at, content, stated_business)
select ${otherOf('subject_id')}, dataset, model, furnishing_entity_id, network_id,
  ${otherOf('record_id')}, performed_at, furnished_at, content, stated_business
from statement cross join generate_series(1, $2::int) n
where subject_id in (select subject_id from query_event where occurred_at >= $1::timestamptz)
order by subject_id, n, model`;

const PAYLOAD = `replace(replace(payload, query_event_id::text, copy.id::text),
    ${asText('occurred_at')}, ${asText('copy.at')})`;

/** The copies are before each query there is. */
const copyOf = (
  [payload, decision, subjectId]: readonly [string, string, string],
  from: string,
) => `
with copies as materialized (
  select copy.id, copy.at, ${payload} as payload, ${decision} as decision, body,
    querying_entity_id, network_ids, asked, product_slug, kind, outcome, billable,
    ${subjectId} as subject_id, consent_id, policy_ids, request_id, reason
  from ${from}
    cross join (select $1::timestamptz - min(occurred_at) as since_first,
        greatest(max(occurred_at) - $1::timestamptz + interval '1 millisecond',
          $3::float8 * interval '1 millisecond') as span
      from query_event) period
    cross join lateral (select n, md5(query_event_id::text || since_first || n)::uuid as id,
      date_trunc('milliseconds', occurred_at - since_first - n * span) as at
      from generate_series(1, $2::int) n) copy
  where occurred_at >= $1::timestamptz
), texts as (
  insert into query_text (occurred_at, query_event_id, payload, decision, body)
  select at, id, payload, decision, body from copies
)
insert into query_event (query_event_id, querying_entity_id, network_ids, occurred_at, asked,
  product_slug, kind, outcome, billable, subject_id, consent_id, policy_ids, request_id, reason)
select id, querying_entity_id, network_ids, at, asked,
  product_slug, kind, outcome, billable, subject_id, consent_id, policy_ids, request_id, reason
from copies`;

const QUERIES = 'query_event join query_text using (occurred_at, query_event_id)';

const COPY = copyOf([PAYLOAD, 'decision', 'subject_id'], QUERIES);

const VARY = copyOf(
  [
    `replace(${PAYLOAD}, subject_id::text, ${otherOf('subject_id')}::text)`,
    `replace(decision, record_id::text, ${otherOf('record_id')}::text)`,
    otherOf('subject_id'),
  ],
  `${QUERIES} join (select distinct subject_id, record_id from statement) record using (subject_id)`,
);
