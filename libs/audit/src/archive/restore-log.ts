import type { EntityManager } from 'typeorm';
import { entryColumns, INSERT_ENTRIES } from '../log/entry-row.js';
import { LOCK_AUDIT_ARCHIVE } from './archive-log.js';
import { entriesOfPart, partsWhere, type ArchivedPart } from './archived-part.js';
import type { AuditSource } from './audit-source.js';

/**
 * Writes all archived entries back to the database, the newest of each log first, and keeps the
 * files. Each file is a transaction.
 * @throws ArchiveFault when a file cannot be read or was altered; the files before it are done
 */
export async function* restoreLog(source: AuditSource): AsyncGenerator<ArchivedPart> {
  for (;;) {
    const part = await source.database.transaction((manager) =>
      restoreNext({ ...source, database: manager }),
    );
    if (!part) return;
    yield part;
  }
}

async function restoreNext(source: AuditSource<EntityManager>): Promise<ArchivedPart | undefined> {
  const { database } = source;
  await database.query(LOCK_AUDIT_ARCHIVE);
  const [part] = await partsWhere(database, 'true order by network, last_seq desc limit 1', []);
  if (!part) return undefined;
  const entries = await entriesOfPart(source, part);
  await database.query(INSERT_ENTRIES, entryColumns(entries, source.stored));
  await database.query('delete from audit_archive where network = $1 and last_seq = $2', [
    part.network,
    part.lastSeq,
  ]);
  return part;
}
