import type { OutboxEvent } from '@ndx/messaging';

/** The content of an entry; its hash covers all of it (decision 0034). */
export interface EntryContent {
  /** The network of the event; for an event without a network, the institution. */
  readonly chain: string;
  /** Counts the entries of the chain, from 1. */
  readonly seq: number;
  readonly eventId: string;
  readonly type: string;
  /** The aggregate of the event. */
  readonly subject: string;
  /** The account; null: the system itself. */
  readonly accountId: string | null;
  readonly requestId: string | null;
  /** ISO 8601, UTC, milliseconds. */
  readonly occurredAt: string;
  /** The event's payload, byte for byte. */
  readonly data: string;
}

export interface AuditEntry extends EntryContent {
  /** The hash of the previous entry; empty on the first one. */
  readonly previousHash: string;
  readonly hash: string;
}

/** An entry before it has a position in a chain. */
export type Fact = Omit<EntryContent, 'chain' | 'seq'>;

/** The end of a chain. */
export interface ChainEnd {
  readonly seq: number;
  readonly hash: string;
}

/**
 * The end of a chain in the database, signed so that it cannot be moved back to an earlier entry.
 */
export interface ChainHead extends ChainEnd {
  readonly chain: string;
  readonly mac: string;
}

export const EMPTY_CHAIN: ChainEnd = { seq: 0, hash: '' };

/** The chain that registers the start of each of a service's other chains. */
export const REGISTER_CHAIN = '00000000-0000-0000-0000-000000000000';

/** An entry of the register about a new chain, which its subject names. */
export const CHAIN_OPENED = 'audit.chain-opened.v1';

/** The chain continued after a head that the service had not signed. */
export const HEAD_REFUSED = 'audit.head-refused.v1';

/** The chain continues after a loss of entries; the data names the last lost entry. */
export const GAP_RECORDED = 'audit.gap-recorded.v1';

export function factOf({ envelope, accountId }: OutboxEvent): Fact {
  return {
    eventId: envelope.id,
    type: envelope.type,
    subject: envelope.subject,
    accountId,
    requestId: envelope.requestId ?? null,
    occurredAt: envelope.time,
    data: envelope.data,
  };
}

/**
 * Consecutive entries of a chain that are in a file. The newest part of a chain is its cut: the
 * entries after it are in the database. It is signed, so that it cannot be moved (decision 0101).
 */
export interface ArchivedPart {
  readonly chain: string;
  readonly firstSeq: number;
  readonly lastSeq: number;
  /** The hash of the entry before the first one; empty for the beginning of the chain. */
  readonly previousHash: string;
  /** The hash of the last entry. */
  readonly hash: string;
  readonly file: string;
  /** SHA-256 of the file. */
  readonly sha256: string;
  /** The earliest time of its entries. */
  readonly firstAt: string;
  /** A number of each subject of its entries, by which they are found. */
  readonly subjects: readonly number[];
  readonly mac: string;
}
