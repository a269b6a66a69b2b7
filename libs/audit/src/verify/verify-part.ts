import { TILE_WIDTH, type CompactRange } from '@ndx/proof';
import type { AuditSource } from '../archive/audit-source.js';
import {
  GAP_RECORDED,
  LOG_OPENED,
  REGISTER,
  type AuditEntry,
  type TreeHead,
} from '../log/entry.js';
import { storedRange, storedTile } from '../log/stored-tree.js';
import { faultOfTree } from './faults.js';
import { allEntries } from './stored-entries.js';
import { UNBEGUN, unbegunLogs } from './unbegun-logs.js';
import type { LogFault } from './verdict.js';
import { headIn, lastOf, type ExtentRow } from './verify-one-log.js';
import { sharedNumber, walk } from './walk.js';

/** The entries that one part verifies. */
const PART = 5_000;

/** The loss of entries that the log records. */
export interface RecordedGap {
  readonly seq: number;
  /** ISO 8601, UTC, milliseconds. */
  readonly occurredAt: string;
  /** The last lost entry; null after an erasure. */
  readonly lostThrough: number | null;
}

export interface PartVerdict {
  /** The last entry of the log; 0 for an empty log. */
  readonly last: number;
  /** The entries after `after` up to this one are unaltered. */
  readonly through: number;
  /** The root of the tree of the entries up to it, in hexadecimal; empty for an empty log. */
  readonly root: string;
  readonly fault?: LogFault;
  /** Gaps in the verified part. */
  readonly gaps: readonly RecordedGap[];
}

/** One statement, and so one snapshot: the log may grow meanwhile. */
const EXTENT = `
select head.network, head.size, head.hashes, head.checkpoint, entries.last, archived.last as cut,
  (select count(*) from audit_entry where network = $1 and type = '${LOG_OPENED}' and subject = $3)
    as opened
from (select max(seq) as last from audit_entry where network = $2) as entries
cross join (select max(last_seq) as last from audit_archive where network = $2) as archived
left join audit_head as head on head.network = $2`;

type PartExtent = ExtentRow & { readonly opened: string };

/**
 * Verifies a bounded number of entries after the given one, archived or not, with public keys: each
 * by itself, and that the tree of the signed checkpoint begins with all entries up to the end of the
 * part. The register of logs is read, and not verified.
 * @param after 0 for the beginning of the log
 * @returns undefined when the log ends before `after`
 */
export async function verifyPart(
  source: AuditSource,
  network: string,
  after: number,
): Promise<PartVerdict | undefined> {
  const values = [REGISTER, network, network];
  const [extent] = await source.database.query<PartExtent[]>(EXTENT, values);
  const last = extent ? lastOf(extent) : 0;
  if (!extent || after > last) return undefined;
  const missing = await faultOfStart(source, network, extent, after);
  if (missing) return { last, through: after, root: '', gaps: [], fault: missing };
  if (last === 0 && extent.network === null) return { last, through: 0, root: '', gaps: [] };
  const gaps: RecordedGap[] = [];
  const tree = await storedRange(source.database, network, after);
  const through = Math.min(last, after + PART);
  const entries = allEntries(source, { network, after, through });
  const altered = await walk(source, network, entries, tree, (entry) => {
    if (entry.type === GAP_RECORDED) gaps.push(gapOf(entry));
  });
  const fault = altered ?? (await faultAfter(source, network, tree, { after, through, extent }));
  const root = tree.root().toString('hex');
  return { last, through: tree.size, root, gaps, ...(fault && { fault }) };
}

/** Why the part has no entry that it continues. */
async function faultOfStart(
  source: AuditSource,
  network: string,
  { last, opened, network: head }: PartExtent,
  after: number,
): Promise<LogFault | undefined> {
  if (after > 0) {
    const tile = { level: 0, index: Math.floor((after - 1) / TILE_WIDTH), width: TILE_WIDTH };
    const leaf = (await storedTile(source.database, network, tile))[(after - 1) % TILE_WIDTH];
    return leaf ? undefined : { seq: after, reason: 'it was removed' };
  }
  const isEmpty = last === null && head === null;
  const reason =
    registerFault(isEmpty, Number(opened)) ?? (await absence(source, network, isEmpty));
  return reason === undefined ? undefined : { seq: 1, reason };
}

/** @param times how often the register has the beginning of the log */
function registerFault(isEmpty: boolean, times: number): string | undefined {
  if (times > 1) return 'it begins a log again: all of it was removed';
  if (isEmpty) return times === 1 ? 'the whole log was removed' : undefined;
  return times === 0 ? 'the log is not in the register of logs' : undefined;
}

async function absence(source: AuditSource, network: string, isEmpty: boolean) {
  if (!isEmpty) return undefined;
  const unbegun = await unbegunLogs(source, network);
  return unbegun.length > 0 ? UNBEGUN : undefined;
}

function gapOf({ seq, occurredAt, data }: AuditEntry): RecordedGap {
  const lost = data === null ? undefined : (JSON.parse(data) as { readonly lost: TreeHead }).lost;
  return { seq, occurredAt, lostThrough: lost?.size ?? null };
}

/**
 * Whether the last entries of the part are missing, or numbers are in use twice, or its tree is not
 * the beginning of the signed one.
 */
async function faultAfter(
  source: AuditSource,
  network: string,
  tree: CompactRange,
  {
    after,
    through,
    extent,
  }: { readonly after: number; readonly through: number; readonly extent: PartExtent },
): Promise<LogFault | undefined> {
  if (tree.size < through) return { seq: tree.size + 1, reason: 'it was removed' };
  const shared = await sharedNumber(source.database, network, { after, through: tree.size });
  if (shared) return shared;
  return faultOfTree(source, headIn(extent), tree, tree.size >= lastOf(extent));
}
