import * as wire from '../shapes/wire.js';

export const EXAMPLE_HASH = '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08';

/** An entry of the audit log with the result of its verification. */
export const AuditEntry = wire.record('AuditEntry', {
  /** The network. */
  chain: wire.uuid,
  /** Counts the entries of the chain, from 1. */
  seq: wire.count,
  event_id: wire.uuid,
  type: wire.text,
  account_id: wire.nullable(wire.uuid),
  request_id: wire.nullable(wire.text),
  occurred_at: wire.timestamp,
  /** The event as JSON text, byte for byte; null where the caller may not read all of it. */
  data: wire.nullable(wire.text),
  /** The hash of the entry before it; empty on the first one. */
  previous_hash: wire.text,
  /** HMAC-SHA256 over the entry and the hash before it, under a key of the operator. */
  hash: wire.text,
  /** Whether the hash matches the entry, and `previous_hash` the entry before it. */
  is_intact: wire.flag,
});

interface VerifiedEntry {
  readonly chain: string;
  readonly seq: number;
  readonly eventId: string;
  readonly type: string;
  readonly accountId: string | null;
  readonly requestId: string | null;
  readonly occurredAt: string;
  readonly data: string | null;
  readonly previousHash: string;
  readonly hash: string;
  readonly isIntact: boolean;
}

export function toAuditEntry(entry: VerifiedEntry) {
  return {
    chain: entry.chain,
    seq: entry.seq,
    event_id: entry.eventId,
    type: entry.type,
    account_id: entry.accountId,
    request_id: entry.requestId,
    occurred_at: entry.occurredAt,
    data: entry.data,
    previous_hash: entry.previousHash,
    hash: entry.hash,
    is_intact: entry.isIntact,
  };
}
