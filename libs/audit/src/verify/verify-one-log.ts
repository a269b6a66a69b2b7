import { ArchiveFault } from '../archive/archived-part.js';
import type { AuditSource, Database } from '../archive/audit-source.js';
import {
  EMPTY_CHAIN,
  type AuditEntry,
  type ChainEnd,
  type ChainHead,
  type ArchivedPart,
} from '../log/entry.js';
import { fromHeadRow, type HeadRow } from '../log/entry-row.js';
import { allEntries, storedEntries } from './stored-entries.js';
import { faultAtEnd, faultOf, faultOfPart } from './faults.js';
import type { ChainFault, ChainVerdict } from './verdict.js';

/** One statement, and so one snapshot: the log may grow meanwhile. */
const EXTENT = `
select head.chain, head.seq, head.hash, head.mac, entries.last, archived.last as cut
from (select max(seq) as last from audit_entry where chain = $1) as entries
cross join (select max(last_seq) as last from audit_archive where chain = $1) as archived
left join audit_head as head on head.chain = $1`;

const SHARED = `
select seq from audit_entry where chain = $1 and seq > $2 and seq <= $3
group by seq having count(*) > 1 order by seq limit 1`;

export type ExtentRow = Readonly<Record<keyof HeadRow | 'last' | 'cut', string | null>>;

export interface ChainOptions {
  /** Whether the archived entries are read and verified, too. */
  readonly withArchive?: boolean;
  /** Called for every unaltered entry that is read. */
  readonly see?: (entry: AuditEntry) => void;
}

/**
 * Verifies a chain from its first to its current last entry, and reports the first altered one. In
 * place of archived entries it verifies the signed records of their archive.
 */
export async function verifyChain(
  source: AuditSource<Database>,
  chain: string,
  { withArchive = false, see = () => undefined }: ChainOptions = {},
): Promise<ChainVerdict> {
  const [extent] = await source.database.query<ExtentRow[]>(EXTENT, [chain]);
  if (!extent) throw new Error('a join of aggregates has no row');
  const whole = { chain, after: 0, through: lastOf(extent) };
  const steps = withArchive ? allEntries(source, whole) : storedEntries(source.database, whole);
  const { end, fault } = await walk(source, steps, EMPTY_CHAIN, see);
  // Entries that were added meanwhile were archived meanwhile, too.
  if (end.seq > whole.through) return verifyChain(source, chain, { withArchive, see });
  const found =
    fault ??
    (await sharedNumber(source.database, whole, end)) ??
    faultAtEnd(headOf(extent), end, source.seal);
  const archived = Number(extent.cut ?? 0);
  return {
    chain,
    entries: end.seq,
    head: end.hash,
    ...(archived > 0 && { archived }),
    ...(found && { fault: found }),
  };
}

/** Verifies consecutive entries; `end` is the last one before a fault. */
export async function walk(
  { seal }: Pick<AuditSource, 'seal'>,
  steps: AsyncIterable<AuditEntry | ArchivedPart>,
  start: ChainEnd,
  see: (entry: AuditEntry) => void,
): Promise<{ readonly end: ChainEnd; readonly fault?: ChainFault }> {
  let end = start;
  try {
    for await (const step of steps) {
      const isPart = 'firstSeq' in step;
      const fault = isPart ? faultOfPart(step, end, seal) : faultOf(step, end, seal);
      if (fault) return { end, fault };
      if (!isPart) see(step);
      end = isPart ? { seq: step.lastSeq, hash: step.hash } : step;
    }
  } catch (error) {
    if (!(error instanceof ArchiveFault)) throw error;
    return { end, fault: { seq: end.seq + 1, reason: error.reason } };
  }
  return { end };
}

/** The last entry of the chain in one snapshot, archived or not. */
export function lastOf({ last, cut }: Pick<ExtentRow, 'last' | 'cut'>): number {
  return Math.max(Number(last ?? 0), Number(cut ?? 0));
}

/** Entries may share a number only where the key of the table was removed. */
export async function sharedNumber(
  database: Database,
  { chain, after }: { readonly chain: string; readonly after: number },
  { seq: through }: ChainEnd,
): Promise<ChainFault | undefined> {
  const [row] = await database.query<{ seq: string }[]>(SHARED, [chain, after, through]);
  return row && { seq: Number(row.seq), reason: 'numbers are in use more than once' };
}

export function headOf(row: ExtentRow): ChainHead | undefined {
  const { chain, seq, hash, mac } = row;
  if (chain === null || seq === null || hash === null || mac === null) return undefined;
  return fromHeadRow({ chain, seq, hash, mac });
}
