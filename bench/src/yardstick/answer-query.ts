import { randomUUID } from 'node:crypto';
import type pg from 'pg';

/** The yardstick's only table: one billing row per query. */
export const BILLING_TABLE = `
create schema if not exists yardstick;
create table if not exists yardstick.billing (
  query_event_id uuid primary key,
  querying_org text not null,
  network_id uuid not null,
  business_id uuid not null,
  certificate_id uuid not null,
  occurred_at timestamptz not null default now()
)`;

/** Reads the business, policy and sections by key and inserts the billing row, in one round trip. */
const QUERY = `
with billed as (
  insert into yardstick.billing (query_event_id, querying_org, network_id, business_id, certificate_id)
  values ($3, $4, $2, $1, $5)
)
select (select subject_id::text from subject_copy where subject_id = $1 and network_id = $2),
       (select policy_id::text from policy_copy
         where network_id = $2 and product_id = $6 and is_default and status = 'published'),
       model, furnishing_entity_id::text, content
from statement where subject_id = $1 and dataset = 'kyb_certificate'`;

type Row = [
  business: string | null,
  policy: string | null,
  model: string,
  furnisher: string,
  content: string,
];

export interface Query {
  readonly network_ids: readonly [string];
  readonly business_id: string;
}

/** The answer as JSON text, without parsing the sections; undefined for an unknown business. */
export async function answerQuery(
  pool: pg.Pool,
  product: string,
  organization: string,
  { network_ids: [network], business_id: business }: Query,
): Promise<string | undefined> {
  const event = randomUUID();
  const certificate = randomUUID();
  const { rows } = await pool.query<Row>({
    name: 'query',
    text: QUERY,
    values: [business, network, event, organization, certificate, product],
    rowMode: 'array',
  });
  const [first] = rows;
  if (!first?.[0]) return undefined;
  const sections = rows.map(
    ([, , model, furnisher, content]) =>
      `"${model}":{${content},"furnishing_entity_id":"${furnisher}","attestation_id":null}`,
  );
  const source = `"network_id":"${network}","policy_id":"${first[1] ?? product}"`;
  const meta =
    `{${source},"networks":[{${source},"policy_version":null}],"consent_id":null,` +
    `"permissible_purpose":null,"issued_at":"${new Date().toISOString()}"}`;
  return (
    `{"business_id":"${business}","certificate_id":"${certificate}","query_event_id":"${event}",` +
    `"result":{"meta":${meta},${sections.join(',')}}}`
  );
}
