import type { DataSource } from 'typeorm';
import { GAP_RECORDED, type ChainEnd } from '../chain/entry.js';
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
  dataSource: DataSource,
  exported: ExportedHeads,
  verdict: ChainVerdict,
): Promise<ChainVerdict> {
  const before = exported[verdict.chain];
  if (!before || before.seq === 0 || verdict.fault) return verdict;
  const fault = await difference(dataSource, verdict, before);
  if (!fault) return verdict;
  const gap = await recordedGap(dataSource, verdict.chain, before);
  return gap === undefined ? { ...verdict, fault } : { ...verdict, gap };
}

/** The entry of a verified chain that records the loss of exported entries. */
async function recordedGap(
  dataSource: DataSource,
  chain: string,
  lost: ChainEnd,
): Promise<number | undefined> {
  const rows = await dataSource.query<{ seq: string; data: string }[]>(
    'select seq, data from audit_entry where chain = $1 and type = $2',
    [chain, GAP_RECORDED],
  );
  const row = rows.find(({ data }) => {
    const recorded = (JSON.parse(data) as { readonly lost: ChainEnd }).lost;
    return recorded.seq === lost.seq && recorded.hash === lost.hash;
  });
  return row && Number(row.seq);
}

async function difference(
  dataSource: DataSource,
  { chain, entries }: ChainVerdict,
  before: ChainEnd,
): Promise<ChainFault | undefined> {
  if (entries < before.seq) {
    return {
      seq: entries + 1,
      reason: `it was removed: the chain had ${before.seq} entries when its head was exported`,
    };
  }
  const [row] = await dataSource.query<{ hash: string; event_id: string }[]>(
    'select hash, event_id from audit_entry where chain = $1 and seq = $2',
    [chain, before.seq],
  );
  if (row?.hash === before.hash) return undefined;
  return {
    seq: before.seq,
    ...(row && { eventId: row.event_id }),
    reason: 'it, or one before it, was replaced: it is not the one whose hash was exported',
  };
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
