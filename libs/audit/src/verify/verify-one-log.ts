import { CompactRange } from '@ndx/proof';
import type { AuditSource, Database } from '../archive/audit-source.js';
import type { AuditEntry } from '../log/entry.js';
import type { HeadRow } from '../log/log-head.js';
import { faultOfTree } from './faults.js';
import { allEntries, storedEntries } from './stored-entries.js';
import type { LogVerdict } from './verdict.js';
import { sharedNumber, walk } from './walk.js';

/** One statement, and so one snapshot: the log may grow meanwhile. */
const EXTENT = `
select head.network, head.size, head.hashes, head.checkpoint, entries.last, archived.last as cut
from (select max(seq) as last from audit_entry where network = $1) as entries
cross join (select max(last_seq) as last from audit_archive where network = $1) as archived
left join audit_head as head on head.network = $1`;

export type ExtentRow = Readonly<Record<keyof HeadRow | 'last' | 'cut', string | null>>;

export interface LogOptions {
  /** Whether the archived entries are read and verified, too. */
  readonly withArchive?: boolean;
  /** Called for every unaltered entry that is read. */
  readonly see?: (entry: AuditEntry) => void;
}

/**
 * Verifies a log from its first to its current last entry with public keys, and reports the first
 * altered one. In place of archived entries it verifies their hashes and the signed records of
 * their archive.
 */
export async function verifyOneLog(
  source: AuditSource<Database>,
  network: string,
  { withArchive = false, see = () => undefined }: LogOptions = {},
): Promise<LogVerdict> {
  const { database } = source;
  const [extent] = await database.query<ExtentRow[]>(EXTENT, [network]);
  if (!extent) throw new Error('a join of aggregates has no row');
  const whole = { network, after: 0, through: lastOf(extent) };
  const steps = withArchive ? allEntries(source, whole) : storedEntries(source, whole);
  const tree = new CompactRange();
  const altered = await walk(source, network, steps, tree, see);
  // Entries that were added meanwhile were archived meanwhile, too.
  if (tree.size > whole.through) return verifyOneLog(source, network, { withArchive, see });
  const head = headIn(extent);
  const fault =
    altered ??
    (await sharedNumber(database, network, { after: 0, through: tree.size })) ??
    (await faultOfTree(source, head, tree, true));
  const archived = Number(extent.cut ?? 0);
  return {
    network,
    entries: tree.size,
    root: tree.root().toString('hex'),
    ...(archived > 0 && { archived }),
    ...(fault ? { fault } : head && { checkpoint: head.checkpoint }),
  };
}

/** The last entry of the log in one snapshot, archived or not. */
export function lastOf({ last, cut }: Pick<ExtentRow, 'last' | 'cut'>): number {
  return Math.max(Number(last ?? 0), Number(cut ?? 0));
}

export function headIn({ network, size, hashes, checkpoint }: ExtentRow): HeadRow | undefined {
  if (network === null || size === null || hashes === null || checkpoint === null) return undefined;
  return { network, size, hashes, checkpoint };
}
