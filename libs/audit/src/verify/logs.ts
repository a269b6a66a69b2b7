import type { EntityManager } from 'typeorm';

/** Skips from log to log along the primary key, whatever the number of entries. */
const LOGS = `
with recursive step (network) as (
  (select network from audit_entry order by network limit 1)
  union all
  select (select network from audit_entry where network > step.network order by network limit 1)
  from step where step.network is not null
)
select network from step where network is not null
union
select network from audit_head
order by network`;

/** Every log that has an entry or a head. */
export async function logsIn(database: Pick<EntityManager, 'query'>): Promise<string[]> {
  const rows = await database.query<{ network: string }[]>(LOGS);
  return rows.map(({ network }) => network);
}
