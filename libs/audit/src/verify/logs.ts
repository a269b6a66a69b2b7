import type { EntityManager } from 'typeorm';

/** Skips from chain to chain along the primary key, whatever the number of entries. */
const CHAINS = `
with recursive step (chain) as (
  (select chain from audit_entry order by chain limit 1)
  union all
  select (select chain from audit_entry where chain > step.chain order by chain limit 1)
  from step where step.chain is not null
)
select chain from step where chain is not null
union
select chain from audit_head
order by chain`;

/** Every chain that has an entry or a head. */
export async function chainsIn(database: Pick<EntityManager, 'query'>): Promise<string[]> {
  const rows = await database.query<{ chain: string }[]>(CHAINS);
  return rows.map(({ chain }) => chain);
}
