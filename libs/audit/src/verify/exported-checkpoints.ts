import { archivedEntriesAbout, archivedEntry } from '../archive/archived-entries.js';
import { ArchiveFault } from '../archive/archived-part.js';
import type { AuditSource } from '../archive/audit-source.js';
import { GAP_RECORDED, type AuditEntry, type ChainEnd } from '../log/entry.js';
import type { ChainFault, ChainVerdict } from './verdict.js';

/** The heads of chains at some time; stored out of reach of the database's owner. */
export type ExportedHeads = Readonly<Record<string, ChainEnd>>;

export function headsOf(verdicts: readonly ChainVerdict[]): ExportedHeads {
  return Object.fromEntries(
    verdicts.map(({ chain, entries, head }) => [chain, { seq: entries, hash: head }]),
  );
}

/**
 * Compares chains with heads that were exported earlier: a chain that was completely restored to an
 * earlier state is valid in itself, but differs from these. A loss that is
 * recorded in the chain is no fault.
 */
export async function compareHeads(
  source: AuditSource,
  exported: ExportedHeads,
  verdict: ChainVerdict,
): Promise<ChainVerdict> {
  const before = exported[verdict.chain];
  if (!before || before.seq === 0 || verdict.fault) return verdict;
  try {
    const fault = await difference(source, verdict, before);
    if (!fault) return verdict;
    const gap = await recordedGap(source, verdict.chain, before);
    return gap === undefined ? { ...verdict, fault } : { ...verdict, gap };
  } catch (error) {
    if (!(error instanceof ArchiveFault)) throw error;
    const reason = `its hash cannot be compared with the exported one: ${error.reason}`;
    return { ...verdict, fault: { seq: before.seq, reason } };
  }
}

/** The entry of a verified chain that records the loss of exported entries. */
async function recordedGap(
  source: AuditSource,
  chain: string,
  lost: ChainEnd,
): Promise<number | undefined> {
  const stored = await source.database.query<{ seq: string; data: string }[]>(
    'select seq, data from audit_entry where chain = $1 and type = $2',
    [chain, GAP_RECORDED],
  );
  const archived = (await archivedEntriesAbout(source, chain))
    .map(({ entry }) => entry)
    .filter((entry) => entry.chain === chain && entry.type === GAP_RECORDED);
  const found = [...stored, ...archived].find(({ data }) => {
    const recorded = (JSON.parse(data) as { readonly lost: ChainEnd }).lost;
    return recorded.seq === lost.seq && recorded.hash === lost.hash;
  });
  return found && Number(found.seq);
}

async function difference(
  source: AuditSource,
  { chain, entries }: ChainVerdict,
  before: ChainEnd,
): Promise<ChainFault | undefined> {
  if (entries < before.seq) {
    return {
      seq: entries + 1,
      reason: `it was removed: the chain had ${before.seq} entries when its head was exported`,
    };
  }
  const entry = await entryAt(source, chain, before.seq);
  if (entry?.hash === before.hash) return undefined;
  return {
    seq: before.seq,
    ...(entry && { eventId: entry.eventId }),
    reason: 'it, or one before it, was replaced: it is not the one whose hash was exported',
  };
}

async function entryAt(
  source: AuditSource,
  chain: string,
  seq: number,
): Promise<Pick<AuditEntry, 'hash' | 'eventId'> | undefined> {
  const [row] = await source.database.query<{ hash: string; event_id: string }[]>(
    'select hash, event_id from audit_entry where chain = $1 and seq = $2',
    [chain, seq],
  );
  return row ? { hash: row.hash, eventId: row.event_id } : archivedEntry(source, chain, seq);
}

/** The exported chains that were not verified. */
export function missingChains(
  exported: ExportedHeads,
  verdicts: readonly ChainVerdict[],
): ChainVerdict[] {
  const present = new Set(verdicts.map(({ chain }) => chain));
  return Object.keys(exported)
    .filter((chain) => !present.has(chain))
    .map((chain) => ({
      chain,
      entries: 0,
      head: '',
      fault: { seq: 1, reason: 'the whole chain was removed since its head was exported' },
    }));
}
