import type { AuditSource, Database } from '../archive/audit-source.js';

/** The reason of a fault at the first entry of such a chain. */
export const UNBEGUN =
  'the service has audited rows of the chain, and no entry: all of it was removed';

/**
 * The chains to which audited rows belong and that have neither entries nor a head. A chain whose
 * first event is still in the outbox is not one of them: its entry is written when it is published.
 */
export async function unbegunChains(
  { database, audited }: Pick<AuditSource<Database>, 'database' | 'audited'>,
  chain: string | null = null,
): Promise<string[]> {
  if (audited.length === 0) return [];
  const rows = await database.query<{ chain: string }[]>(
    `select distinct chain from (${audited.join(' union all ')}) as audited (chain)
     where ($1::uuid is null or chain = $1::uuid)
       and not exists (select from audit_entry as entry where entry.chain = audited.chain)
       and not exists (select from audit_head as head where head.chain = audited.chain)
       and not exists (
         select from outbox where strpos(outbox.audit_chains, audited.chain::text) > 0)
     order by chain`,
    [chain],
  );
  return rows.map((row) => row.chain);
}
