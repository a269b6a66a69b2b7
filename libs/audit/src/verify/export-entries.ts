import type { DataSource } from 'typeorm';
import { ENTRY_COLUMNS, type EntryRow } from '../chain/entry-row.js';

/** An exported entry. */
export interface ExportedEntry {
  readonly service: string;
  readonly occurred_at: string;
  readonly chain: string;
  readonly seq: number;
  readonly event_id: string;
  readonly type: string;
  readonly subject: string;
  readonly account_id: string | null;
  readonly request_id: string | null;
  /** The payload as JSON text, byte for byte. */
  readonly data: string;
  readonly hash: string;
}

const PAGE = 200;

const DECLARE = `
declare exported no scroll cursor for
select ${ENTRY_COLUMNS} from audit_entry where chain = $1 order by occurred_at, seq`;

/** The entries of one chain by time, altered or not. */
export async function* entriesInOrderOfTime(
  dataSource: DataSource,
  service: string,
  chain: string,
): AsyncGenerator<ExportedEntry> {
  const runner = dataSource.createQueryRunner();
  try {
    await runner.startTransaction();
    await runner.query(DECLARE, [chain]);
    for (;;) {
      const rows = await runner.manager.query<EntryRow[]>(`fetch ${PAGE} from exported`);
      yield* rows.map((row) => exported(service, row));
      if (rows.length < PAGE) break;
    }
    await runner.commitTransaction();
  } finally {
    if (runner.isTransactionActive) await runner.rollbackTransaction();
    await runner.release();
  }
}

function exported(service: string, row: EntryRow): ExportedEntry {
  return {
    service,
    occurred_at: row.occurred_at,
    chain: row.chain,
    seq: Number(row.seq),
    event_id: row.event_id,
    type: row.type,
    subject: row.subject,
    account_id: row.account_id,
    request_id: row.request_id,
    data: row.data,
    hash: row.hash,
  };
}
