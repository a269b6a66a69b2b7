import type { LocalNetwork } from '@ndx/tools/network/local-network';
import { inDatabase } from '../in-database.js';

const DAY_MS = 86_400_000;
const MS_OF_DAY = DAY_MS - 1;

/** The day of a query that is old enough for the archive. */
const FIRST_DAY = 40;

const nameOf = (day: Date) => `query_text_${day.toISOString().slice(0, 10).replaceAll('-', '')}`;

/** As in the texts of a query: each has its own ids. */
const COPY = (table: string) => `
insert into ${table} (occurred_at, query_event_id, payload, decision, body)
select $1::timestamptz + n * $3::float8 * interval '1 millisecond', id,
  replace(payload, query_event_id::text, id::text), decision,
  replace(replace(body, query_event_id::text, id::text), certificate_id::text, md5(id::text)::uuid::text)
from generate_series(0, $2::int - 1) n
  join (select *, row_number() over () - 1 as place, count(*) over () as sources
    from query_text join certificate using (query_event_id)) source on place = n % sources
  cross join lateral (select gen_random_uuid() as id where n >= 0) copy`;

/**
 * Stores the texts of old queries in a partition for each day: copies of the queries that were
 * answered, each with ids of its own.
 */
export async function fillQueryTexts(
  network: LocalNetwork,
  queries: number,
  days: number,
): Promise<void> {
  await inDatabase(network, 'product-query', async (client) => {
    await client.query('set synchronous_commit = off');
    const today = Math.floor(Date.now() / DAY_MS) * DAY_MS;
    for (let index = 0; index < days; index += 1) {
      const day = new Date(today - (FIRST_DAY + index) * DAY_MS);
      const name = nameOf(day);
      await client.query(
        `create table ${name} (like query_text including all) with (toast_tuple_target = 4080)`,
      );
      await client.query(COPY(name), [day, queries / days, MS_OF_DAY / (queries / days)]);
      await client.query(`vacuum analyze ${name}`);
      await client.query(
        `alter table query_text attach partition ${name}
         for values from ('${day.toISOString()}') to ('${new Date(day.getTime() + DAY_MS).toISOString()}')`,
      );
    }
    await client.query('checkpoint');
  });
}
