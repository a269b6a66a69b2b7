import { DEMO_NETWORK } from '@ndx/tools/network/demo-network';
import type { LocalNetwork } from '@ndx/tools/network/local-network';
import { inDatabase } from '../in-database.js';
import { numbered, unsearchedHash } from './numbered.js';

/**
 * Inserts further businesses into product-query's database by SQL. Each is a copy of a furnished,
 * queryable business with its own ids, hashes and registration.
 *
 * @param registration of the copied business; its sections contain it
 */
export async function fillQueryable(
  network: LocalNetwork,
  count: number,
  copied: { readonly businessId: string; readonly registration: string },
): Promise<void> {
  await inDatabase(network, 'product-query', async (client) => {
    await client.query('set synchronous_commit = off');
    await client.query(SUBJECTS, [count, DEMO_NETWORK.id]);
    await client.query(SECTIONS, [count, copied.businessId, copied.registration]);
    for (const table of ['subject_copy', 'subject_match', 'statement']) {
      await client.query(`vacuum analyze ${table}`);
    }
  });
}

/** Draws queryable businesses uniformly at random, with replacement. */
export function drawBusinesses(network: LocalNetwork, count: number): Promise<string[]> {
  return inDatabase(network, 'product-query', async (client) => {
    const { rows } = await client.query<{ id: string }>(
      `with everyone as materialized (
         select array_agg(subject_id) as ids from subject_copy where subject_type = 'business')
       select ids[1 + floor(random() * cardinality(ids))::int] as id
       from everyone, generate_series(1, $1::int)`,
      [count],
    );
    return rows.map(({ id }) => id);
  });
}

/** Each business has two hashes: one of its registration and one of its EIN. */
const SUBJECTS = `
with subject as (
  insert into subject_copy (subject_id, network_id, revision, match_hashes, subject_type)
  select id, $2::uuid, 1,
    array[${unsearchedHash("'registration ' || n")}, ${unsearchedHash("'ein match ' || n")}], 'business'
  from (${numbered('business')}) numbered order by n
  returning subject_id, network_id, match_hashes
)
insert into subject_match (match_hash, network_id, subject_id)
select unnest(match_hashes), network_id, subject_id from subject`;

/** The sections of a business are adjacent rows, because one event inserts them. */
const SECTIONS = `
insert into statement (subject_id, dataset, model, furnishing_entity_id, network_id, record_id,
  performed_at, furnished_at, content)
select numbered.id, s.dataset, s.model, s.furnishing_entity_id, s.network_id, md5('record' || n)::uuid,
  s.performed_at, s.furnished_at, replace(s.content, $3, 'COPY' || n)
from (${numbered('business')}) numbered
  cross join (select * from statement where subject_id = $2) s
order by n, s.model`;
