import type { OutboxEvent } from '@ndx/messaging';

/** What an entry says; its hash covers all of it (decision 0034). */
export interface EntryContent {
  /** The network that it is about, or where it is about none in particular the institution. */
  readonly chain: string;
  /** Counts the entries of the chain, from 1. */
  readonly seq: number;
  readonly eventId: string;
  readonly type: string;
  /** The aggregate that the fact is about. */
  readonly subject: string;
  /** Who did it; null: the system itself. */
  readonly accountId: string | null;
  readonly requestId: string | null;
  /** ISO 8601, UTC, milliseconds. */
  readonly occurredAt: string;
  /** The event's payload, byte for byte. */
  readonly data: string;
}

export interface AuditEntry extends EntryContent {
  /** The hash of the entry before it; empty on the first one. */
  readonly previousHash: string;
  readonly hash: string;
}

/** What an entry says before it has its place in a chain. */
export type Fact = Omit<EntryContent, 'chain' | 'seq'>;

/** How far a chain goes. */
export interface ChainEnd {
  readonly seq: number;
  readonly hash: string;
}

/** The end of a chain as the database keeps it, signed so that it cannot be moved back to an earlier entry. */
export interface ChainHead extends ChainEnd {
  readonly chain: string;
  readonly mac: string;
}

export const EMPTY_CHAIN: ChainEnd = { seq: 0, hash: '' };

/** The chain in which each of a service's other chains is entered when it begins. */
export const REGISTER_CHAIN = '00000000-0000-0000-0000-000000000000';

/** In the register: the chain that is the subject begins. */
export const CHAIN_OPENED = 'audit.chain-opened.v1';

/** The chain went on although its head was not one that the service had signed. */
export const HEAD_REFUSED = 'audit.head-refused.v1';

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
