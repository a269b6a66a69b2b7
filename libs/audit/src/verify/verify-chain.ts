import type { EntityManager } from 'typeorm';
import type { AuditSeal } from '../chain/audit-seal.js';
import { EMPTY_CHAIN, HEAD_REFUSED, type AuditEntry, type ChainHead } from '../chain/entry.js';
import { fromHeadRow, type HeadRow } from '../chain/entry-row.js';
import { entriesThrough } from './pages.js';
import type { ChainFault, ChainVerdict } from './verdict.js';

/** One statement, and so one snapshot: the log may grow meanwhile. */
const EXTENT = `
select head.chain, head.seq, head.hash, head.mac, entries.last, entries.count
from (select max(seq) as last, count(*) as count from audit_entry where chain = $1) as entries
left join audit_head as head on head.chain = $1`;

type ExtentRow = Readonly<Record<keyof HeadRow | 'last', string | null>> & {
  readonly count: string;
};

/**
 * Reads a chain from its first to its current last entry, and reports the first altered one.
 * @param see called for every unaltered entry
 */
export async function verifyChain(
  database: Pick<EntityManager, 'query'>,
  seal: AuditSeal,
  chain: string,
  see: (entry: AuditEntry) => void = () => undefined,
): Promise<ChainVerdict> {
  const [extent] = await database.query<ExtentRow[]>(EXTENT, [chain]);
  let last: Pick<AuditEntry, 'seq' | 'hash'> = EMPTY_CHAIN;
  const verdict = (fault?: ChainFault): ChainVerdict => ({
    chain,
    entries: last.seq,
    head: last.hash,
    ...(fault && { fault }),
  });
  for await (const entry of entriesThrough(database, chain, extent?.last ?? '0')) {
    const fault = faultOf(entry, last, seal);
    if (fault) return verdict(fault);
    see(entry);
    last = entry;
  }
  return verdict(extent && faultAtEnd(headOf(extent), last, Number(extent.count), seal));
}

function faultOf(
  entry: AuditEntry,
  last: Pick<AuditEntry, 'seq' | 'hash'>,
  seal: AuditSeal,
): ChainFault | undefined {
  const { seq, eventId } = entry;
  if (seq > last.seq + 1) return { seq: last.seq + 1, reason: 'it was removed' };
  if (seq <= last.seq) return { seq, eventId, reason: 'it was inserted: its number was in use' };
  if (entry.hash !== seal.ofEntry(entry)) {
    return {
      seq,
      eventId,
      reason: 'it was edited, moved or inserted: its hash is not of what it says',
    };
  }
  if (entry.previousHash !== last.hash) {
    return { seq, eventId, reason: 'it does not continue the entry before it' };
  }
  if (entry.type === HEAD_REFUSED) {
    return {
      seq,
      eventId,
      reason: `before it the end of the chain was altered, and entries may have been removed: ${entry.data}`,
    };
  }
  return undefined;
}

/** The fault of a chain whose remaining entries are all unaltered. */
function faultAtEnd(
  head: ChainHead | undefined,
  last: Pick<AuditEntry, 'seq' | 'hash'>,
  count: number,
  seal: AuditSeal,
): ChainFault | undefined {
  const next = last.seq + 1;
  if (count !== last.seq) return { seq: next, reason: 'numbers are in use more than once' };
  if (!head) return { seq: next, reason: 'the head of the chain is gone, and entries may be' };
  if (!seal.isHead(head)) {
    return {
      seq: next,
      reason: 'the head of the chain was edited, and entries may have been removed',
    };
  }
  if (head.seq > last.seq) return { seq: next, reason: 'it was removed' };
  if (head.seq < last.seq) {
    return {
      seq: head.seq + 1,
      reason: 'it stands after the head of the chain: that was put back',
    };
  }
  if (head.hash !== last.hash) return { seq: last.seq, reason: 'it is not what the head is of' };
  return undefined;
}

function headOf(row: ExtentRow): ChainHead | undefined {
  const { chain, seq, hash, mac } = row;
  if (chain === null || seq === null || hash === null || mac === null) return undefined;
  return fromHeadRow({ chain, seq, hash, mac });
}
