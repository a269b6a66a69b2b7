import { ArchiveFault } from '../archive/archived-part.js';
import type { AuditSource } from '../archive/audit-source.js';
import { archivedEntry } from '../archive/archived-entries.js';
import {
  CHAIN_OPENED,
  EMPTY_CHAIN,
  GAP_RECORDED,
  REGISTER_CHAIN,
  type AuditEntry,
  type ChainEnd,
} from '../log/entry.js';
import { allEntries } from './stored-entries.js';
import { faultAtEnd } from './faults.js';
import { UNBEGUN, unbegunChains } from './unbegun-logs.js';
import type { ChainFault } from './verdict.js';
import { headOf, lastOf, sharedNumber, walk, type ExtentRow } from './verify-one-log.js';

/** The entries that one part verifies. */
const PART = 5_000;

/** The loss of entries that the chain records. */
export interface RecordedGap {
  readonly seq: number;
  /** ISO 8601, UTC, milliseconds. */
  readonly occurredAt: string;
  /** The last lost entry. */
  readonly lostThrough: number;
}

export interface PartVerdict {
  /** The last entry of the chain; 0 for an empty chain. */
  readonly last: number;
  /** The entries up to this one are unaltered, if the ones up to `after` are. */
  readonly through: number;
  /** Its hash; empty before the first entry. */
  readonly hash: string;
  readonly fault?: ChainFault;
  /** Gaps in the verified part. */
  readonly gaps: readonly RecordedGap[];
}

/** One statement, and so one snapshot: the log may grow meanwhile. */
const EXTENT = `
select head.chain, head.seq, head.hash, head.mac, entries.last, archived.last as cut,
  before.hash as before_hash,
  (select count(*) from audit_entry where chain = $1 and type = '${CHAIN_OPENED}' and subject = $3)
    as opened
from (select max(seq) as last from audit_entry where chain = $2) as entries
cross join (select max(last_seq) as last from audit_archive where chain = $2) as archived
left join audit_head as head on head.chain = $2
left join audit_entry as before on before.chain = $2 and before.seq = $4`;

type PartExtent = ExtentRow & {
  readonly before_hash: string | null;
  readonly opened: string;
};

/**
 * Verifies a bounded number of entries after the given one, archived or not, and the head of the
 * chain when it reaches the end. The register of chains is read, and not verified.
 * @param after 0 for the beginning of the chain
 * @returns undefined when the chain ends before `after`
 */
export async function verifyPart(
  source: AuditSource,
  chain: string,
  after: number,
): Promise<PartVerdict | undefined> {
  const values = [REGISTER_CHAIN, chain, chain, after];
  const [extent] = await source.database.query<PartExtent[]>(EXTENT, values);
  const last = extent ? lastOf(extent) : 0;
  if (!extent || after > last) return undefined;
  const start = await startOf(source, chain, extent, after);
  if ('fault' in start) return { last, through: after, hash: '', gaps: [], ...start };
  const gaps: RecordedGap[] = [];
  const to = Math.min(last, after + PART);
  const part = { chain, after, through: to };
  const { end, fault } = await walk(source, allEntries(source, part), start, (entry) => {
    if (entry.type === GAP_RECORDED) gaps.push(gapOf(entry));
  });
  const found = fault ?? (await faultAfter(source, part, end, extent));
  return { last, through: end.seq, hash: end.hash, gaps, ...(found && { fault: found }) };
}

/** The entry that the part continues, or why there is none. */
async function startOf(
  source: AuditSource,
  chain: string,
  { last, before_hash: hash, opened, chain: head }: PartExtent,
  after: number,
): Promise<ChainEnd | { readonly fault: ChainFault }> {
  if (after > 0) return hash === null ? archivedStart(source, chain, after) : { seq: after, hash };
  const isEmpty = last === null && head === null;
  const reason = registerFault(isEmpty, Number(opened)) ?? (await absence(source, chain, isEmpty));
  return reason === undefined ? EMPTY_CHAIN : { fault: { seq: 1, reason } };
}

async function archivedStart(
  source: AuditSource,
  chain: string,
  seq: number,
): Promise<ChainEnd | { readonly fault: ChainFault }> {
  try {
    const entry = await archivedEntry(source, chain, seq);
    return entry ?? { fault: { seq, reason: 'it was removed' } };
  } catch (error) {
    if (!(error instanceof ArchiveFault)) throw error;
    return { fault: { seq, reason: error.reason } };
  }
}

/** @param times how often the register has the beginning of the chain */
function registerFault(isEmpty: boolean, times: number): string | undefined {
  if (times > 1) return 'it begins a chain again: all of it was removed';
  if (isEmpty) return times === 1 ? 'the whole chain was removed' : undefined;
  return times === 0 ? 'the chain is not in the register of chains' : undefined;
}

async function absence(source: AuditSource, chain: string, isEmpty: boolean) {
  if (!isEmpty) return undefined;
  const unbegun = await unbegunChains(source, chain);
  return unbegun.length > 0 ? UNBEGUN : undefined;
}

function gapOf({ seq, occurredAt, data }: AuditEntry): RecordedGap {
  const { lost } = JSON.parse(data) as { readonly lost: ChainEnd };
  return { seq, occurredAt, lostThrough: lost.seq };
}

/**
 * Whether the last entries of the part are missing, or numbers are in use twice; at the end of the
 * chain, also whether it is its head.
 * @param through the number with which the part ends, unless entries before it were removed
 */
async function faultAfter(
  { database, seal }: AuditSource,
  {
    chain,
    after,
    through,
  }: { readonly chain: string; readonly after: number; readonly through: number },
  end: ChainEnd,
  extent: PartExtent,
): Promise<ChainFault | undefined> {
  const isEmpty = extent.last === null && extent.chain === null;
  if (isEmpty) return undefined;
  if (end.seq < through) return { seq: end.seq + 1, reason: 'it was removed' };
  const shared = await sharedNumber(database, { chain, after }, end);
  if (shared) return shared;
  return end.seq >= lastOf(extent) ? faultAtEnd(headOf(extent), end, seal) : undefined;
}
