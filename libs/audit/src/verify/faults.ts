import { unsigned } from '../archive/archived-part.js';
import type { AuditSeal } from '../log/audit-seal.js';
import {
  HEAD_REFUSED,
  type AuditEntry,
  type ChainEnd,
  type ChainHead,
  type ArchivedPart,
} from '../log/entry.js';
import type { ChainFault } from './verdict.js';

export function faultOf(
  entry: AuditEntry,
  last: ChainEnd,
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

/** Faults of archived entries that are not read: their signed record replaces them. */
export function faultOfPart(
  part: ArchivedPart,
  last: ChainEnd,
  seal: AuditSeal,
): ChainFault | undefined {
  if (!seal.isPart(part)) return { seq: part.firstSeq, reason: unsigned(part).reason };
  const continues = part.firstSeq <= last.seq || part.previousHash === last.hash;
  return continues
    ? undefined
    : { seq: part.firstSeq, reason: 'it does not continue the entry before it' };
}

/** The fault of a chain whose remaining entries are all unaltered. */
export function faultAtEnd(
  head: ChainHead | undefined,
  last: ChainEnd,
  seal: AuditSeal,
): ChainFault | undefined {
  const next = last.seq + 1;
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
