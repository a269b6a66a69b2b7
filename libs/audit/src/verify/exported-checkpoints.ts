import { treeRoot, type Checkpoint } from '@ndx/proof';
import { archivedEntriesAbout } from '../archive/archived-entries.js';
import { ArchiveFault } from '../archive/archived-part.js';
import type { AuditSource } from '../archive/audit-source.js';
import { GAP_RECORDED, type TreeHead } from '../log/entry.js';
import { storedNodes } from '../log/stored-tree.js';
import type { LogFault, LogVerdict } from './verdict.js';

/** The signed note of each log at some time; stored out of reach of the operator. */
export type ExportedCheckpoints = Readonly<Record<string, string>>;

export function checkpointsOf(verdicts: readonly LogVerdict[]): ExportedCheckpoints {
  return Object.fromEntries(
    verdicts.flatMap(({ network, checkpoint }) => (checkpoint ? [[network, checkpoint]] : [])),
  );
}

/**
 * Compares a log with a checkpoint that was exported earlier: a log that was completely restored to
 * an earlier state, or written again, is valid in itself, but its tree does not begin with the
 * exported one. A loss that is recorded in the log is no fault.
 */
export async function compareCheckpoint(
  source: AuditSource,
  exported: ExportedCheckpoints,
  verdict: LogVerdict,
): Promise<LogVerdict> {
  const { network } = verdict;
  const note = exported[network];
  if (note === undefined || verdict.fault) return verdict;
  const before = source.verifier.checkpointOf(network, note);
  if (!before) return { ...verdict, fault: { seq: 1, reason: UNSIGNED } };
  try {
    const fault = await difference(source, verdict, before);
    if (!fault) return verdict;
    const gap = await recordedGap(source, network, headOf(before));
    return gap === undefined ? { ...verdict, fault } : { ...verdict, gap };
  } catch (error) {
    if (!(error instanceof ArchiveFault)) throw error;
    const reason = `the loss of entries may be recorded in one that cannot be read: ${error.reason}`;
    return { ...verdict, fault: { seq: error.seq, reason } };
  }
}

const UNSIGNED = 'the exported checkpoint is not one that the service signed';

/** The tree of a signed checkpoint; undefined unless the service signed it. */
export function exportedHead(
  { verifier }: Pick<AuditSource, 'verifier'>,
  network: string,
  note: string,
): TreeHead | undefined {
  const checkpoint = verifier.checkpointOf(network, note);
  return checkpoint && headOf(checkpoint);
}

function headOf({ size, root }: Checkpoint): TreeHead {
  return { size, root: root.toString('hex') };
}

/** The entry of a verified log that records the loss of exported entries. */
async function recordedGap(
  source: AuditSource,
  network: string,
  lost: TreeHead,
): Promise<number | undefined> {
  const stored = await source.database.query<{ seq: string; data: string | null }[]>(
    'select seq, data from audit_entry where network = $1 and type = $2',
    [network, GAP_RECORDED],
  );
  const isRecord = ({ data }: { readonly data: string | null }) => {
    const recorded = data === null ? undefined : (JSON.parse(data) as { lost: TreeHead }).lost;
    return recorded?.size === lost.size && recorded.root === lost.root;
  };
  const found = stored.find(isRecord);
  if (found) return Number(found.seq);
  const archived = await archivedEntriesAbout(source, network);
  return archived
    .filter((entry) => entry.network === network && entry.type === GAP_RECORDED)
    .find(isRecord)?.seq;
}

async function difference(
  { database }: AuditSource,
  { network, entries }: LogVerdict,
  { size, root }: Checkpoint,
): Promise<LogFault | undefined> {
  if (entries < size) {
    return {
      seq: entries + 1,
      reason: `it was removed: the log had ${size} entries when its checkpoint was exported`,
    };
  }
  const present = await treeRoot(storedNodes(database, network, size), size);
  return present.equals(root)
    ? undefined
    : {
        seq: size,
        reason: 'it, or one before it, was replaced: the exported checkpoint is of others',
      };
}

/** The exported logs that were not verified. */
export function missingLogs(
  exported: ExportedCheckpoints,
  verdicts: readonly LogVerdict[],
): LogVerdict[] {
  const present = new Set(verdicts.map(({ network }) => network));
  return Object.keys(exported)
    .filter((network) => !present.has(network))
    .map((network) => ({
      network,
      entries: 0,
      root: '',
      fault: { seq: 1, reason: 'the whole log was removed since its checkpoint was exported' },
    }));
}
