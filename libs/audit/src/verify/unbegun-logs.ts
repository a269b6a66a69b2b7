import type { AuditSource, Database } from '../archive/audit-source.js';

/** The reason of a fault at the first entry of such a log. */
export const UNBEGUN =
  'the service has audited rows of the log, and no entry: all of it was removed';

/**
 * The logs to which audited rows belong and that have neither entries nor a head. A log whose
 * first event is still in the outbox is not one of them: its entry is written when it is published.
 */
export async function unbegunLogs(
  { database, audited }: Pick<AuditSource<Database>, 'database' | 'audited'>,
  network: string | null = null,
): Promise<string[]> {
  if (audited.length === 0) return [];
  const rows = await database.query<{ network: string }[]>(
    `select distinct network from (${audited.join(' union all ')}) as audited (network)
     where ($1::uuid is null or network = $1::uuid)
       and not exists (select from audit_entry as entry where entry.network = audited.network)
       and not exists (select from audit_head as head where head.network = audited.network)
       and not exists (
         select from outbox where strpos(outbox.audit_logs, audited.network::text) > 0)
     order by network`,
    [network],
  );
  return rows.map((row) => row.network);
}
