import * as wire from '../shapes/wire.js';

export const EXAMPLE_HASH = '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08';

/** An entry of the audit log with the result of its verification. */
export const AuditEntry = wire.record('AuditEntry', {
  network_id: wire.uuid,
  /** Counts the entries of the log, from 1. */
  seq: wire.count,
  event_id: wire.uuid,
  type: wire.text,
  account_id: wire.nullable(wire.uuid),
  request_id: wire.nullable(wire.text),
  occurred_at: wire.timestamp,
  /** The event as canonical JSON; null where the caller may not read all of it. */
  data: wire.nullable(wire.text),
  /** The hash of the entry's leaf in the tree of the log. */
  hash: wire.text,
  /** Whether the hash matches the entry, and the signed tree of the log has it. */
  is_intact: wire.flag,
});

interface VerifiedEntry {
  readonly network: string;
  readonly seq: number;
  readonly eventId: string;
  readonly type: string;
  readonly accountId: string | null;
  readonly requestId: string | null;
  readonly occurredAt: string;
  readonly data: string | null;
  readonly hash: string;
  readonly isIntact: boolean;
}

export function toAuditEntry(entry: VerifiedEntry) {
  return {
    network_id: entry.network,
    seq: entry.seq,
    event_id: entry.eventId,
    type: entry.type,
    account_id: entry.accountId,
    request_id: entry.requestId,
    occurred_at: entry.occurredAt,
    data: entry.data,
    hash: entry.hash,
    is_intact: entry.isIntact,
  };
}
