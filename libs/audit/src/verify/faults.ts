import { consistencyProof, verifyConsistency, type CompactRange } from '@ndx/proof';
import { isSignedPart, unsigned, type ArchivedPart } from '../archive/archived-part.js';
import type { AuditSource, Database } from '../archive/audit-source.js';
import { HEAD_REFUSED, isOfItsContent, KEY_ROTATED, type AuditEntry } from '../log/entry.js';
import { signedTree, type HeadRow } from '../log/log-head.js';
import type { LogVerifier, Rotation } from '../log/log-keys.js';
import { storedNodes } from '../log/stored-tree.js';
import type { LogFault } from './verdict.js';

/** @param last the number of the entry before it */
export function faultOf(service: string, entry: AuditEntry, last: number): LogFault | undefined {
  const { seq, eventId } = entry;
  if (seq > last + 1) return { seq: last + 1, reason: 'it was removed' };
  if (seq <= last) return { seq, eventId, reason: 'it was inserted: its number was in use' };
  if (!isOfItsContent(service, entry)) {
    return {
      seq,
      eventId,
      reason: 'it was edited, moved or inserted: its hash is not of what it says',
    };
  }
  if (entry.type === HEAD_REFUSED) {
    return {
      seq,
      eventId,
      reason: `before it the end of the log was altered, and entries may have been removed: ${entry.data ?? 'erased'}`,
    };
  }
  return undefined;
}

/**
 * The fault of an entry about a new key, unless its content was erased.
 * @param tree of the entries before it
 */
export function faultOfRotation(
  verifier: LogVerifier,
  { network, seq, eventId, type, data }: AuditEntry,
  tree: CompactRange,
): LogFault | undefined {
  if (type !== KEY_ROTATED || data === null) return undefined;
  const { rotation } = JSON.parse(data) as { readonly rotation: Rotation };
  const checkpoint = verifier.rotationOf(network, rotation);
  const isOfTree = checkpoint?.size === tree.size && checkpoint.root.equals(tree.root());
  return isOfTree ? undefined : { seq, eventId, reason: 'it is not signed by both keys' };
}

/** Faults of archived entries that are not read: their signed record replaces them. */
export function faultOfPart(verifier: LogVerifier, part: ArchivedPart): LogFault | undefined {
  if (isSignedPart(verifier, part)) return undefined;
  return { seq: part.firstSeq, reason: unsigned(part).reason };
}

/**
 * The fault of a log whose entries so far are as they say: whether the tree of the signed
 * checkpoint begins with theirs.
 * @param isEnd whether these are all entries of the log
 */
export async function faultOfTree(
  { database, verifier }: Pick<AuditSource<Database>, 'database' | 'verifier'>,
  head: HeadRow | undefined,
  tree: CompactRange,
  isEnd: boolean,
): Promise<LogFault | undefined> {
  const next = tree.size + 1;
  if (!head) return { seq: next, reason: 'the head of the log is gone, and entries may be' };
  const signed = signedTree(verifier, head);
  if (!signed) {
    return {
      seq: next,
      reason: 'the head of the log was edited, and entries may have been removed',
    };
  }
  if (isEnd && signed.size > tree.size) return { seq: next, reason: 'it was removed' };
  if (signed.size < tree.size) {
    return {
      seq: signed.size + 1,
      reason: 'it stands after the head of the log: that was put back',
    };
  }
  const [oldSize, size] = [tree.size, signed.size];
  const read = storedNodes(database, head.network, size);
  const proof = await consistencyProof(read, oldSize, size);
  const claim = { oldSize, oldRoot: tree.root(), size, root: signed.root(), proof };
  return verifyConsistency(claim)
    ? undefined
    : { seq: oldSize, reason: 'it, or one before it, is not in the tree that was signed' };
}
