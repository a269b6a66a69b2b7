import type { OutboxEvent } from '@ndx/messaging';
import { canonicalJson, contentCommitment, encodeLeaf, leafHash } from '@ndx/proof';

/** An event in the log of a network. */
export interface AuditEntry {
  /** The network of the event; for an event without a network, the institution. */
  readonly network: string;
  /** Counts the entries of the log, from 1; the index of the leaf is one less. */
  readonly seq: number;
  readonly eventId: string;
  readonly type: string;
  /** The aggregate of the event. */
  readonly subject: string;
  /** The account; null: the system itself. */
  readonly accountId: string | null;
  /** Null also after an erasure. */
  readonly requestId: string | null;
  /** ISO 8601, UTC, milliseconds. */
  readonly occurredAt: string;
  /** Of the commitment, in hexadecimal; null after an erasure. */
  readonly salt: string | null;
  /** The event's payload as canonical JSON; null after an erasure, or where it is gone. */
  readonly data: string | null;
  /** The commitment to the payload and the request id, which the leaf has. */
  readonly content: string;
  /** The hash of the leaf, in hexadecimal. */
  readonly hash: string;
}

/** An entry before it has a position in a log. */
export interface Fact extends Pick<
  AuditEntry,
  'eventId' | 'type' | 'subject' | 'accountId' | 'requestId' | 'occurredAt'
> {
  readonly data: unknown;
}

/** The tree of a log at some time. */
export interface TreeHead {
  readonly size: number;
  /** In hexadecimal. */
  readonly root: string;
}

/** The log that registers the start of each of a service's other logs. */
export const REGISTER = '00000000-0000-0000-0000-000000000000';

/** An entry of the register about a new log, which its subject names. */
export const LOG_OPENED = 'audit.log-opened.v1';

/** The log continued after a head that the service had not signed. */
export const HEAD_REFUSED = 'audit.head-refused.v1';

/** Both keys sign the tree before the entry, whose data has the signed note and the next key. */
export const KEY_ROTATED = 'audit.key-rotated.v1';

/** The log continues after a loss of entries; the data has the head of the lost tree. */
export const GAP_RECORDED = 'audit.gap-recorded.v1';

export function factOf({ envelope, accountId }: OutboxEvent): Fact {
  return {
    eventId: envelope.id,
    type: envelope.type,
    subject: envelope.subject,
    accountId,
    requestId: envelope.requestId ?? null,
    occurredAt: envelope.time,
    data: JSON.parse(envelope.data) as unknown,
  };
}

/** The fact as an entry of a log of the service. */
export function entryOf(
  service: string,
  { data, ...fact }: Fact,
  { network, seq, salt }: Pick<AuditEntry, 'network' | 'seq'> & { readonly salt: Buffer },
): AuditEntry {
  const text = canonicalJson(data);
  const content = contentCommitment(salt, contentOf(text, fact.requestId));
  const entry = { ...fact, network, seq, content };
  return {
    ...entry,
    salt: salt.toString('hex'),
    data: text,
    hash: leafHash(leafOf(service, entry)).toString('hex'),
  };
}

/** What an entry commits to, as canonical JSON of canonical data. */
function contentOf(data: string, requestId: string | null): string {
  return `{"data":${data},"request_id":${JSON.stringify(requestId)}}`;
}

/** The data of the entry's leaf. */
export function leafOf(
  service: string,
  entry: Omit<AuditEntry, 'salt' | 'data' | 'requestId' | 'hash'>,
): string {
  return encodeLeaf({
    v: 1,
    seq: entry.seq,
    at: entry.occurredAt,
    service,
    network: entry.network,
    type: entry.type,
    id: entry.eventId,
    actor: entry.accountId,
    subject: entry.subject,
    content: entry.content,
  });
}

/** Whether the hash is of the entry's leaf, and the leaf's commitment of its content. */
export function isOfItsContent(service: string, entry: AuditEntry): boolean {
  if (entry.hash !== leafHash(leafOf(service, entry)).toString('hex')) return false;
  const { salt, data, requestId } = entry;
  if (salt === null) return data === null && requestId === null;
  return data !== null && entry.content === commitmentTo({ salt, data, requestId });
}

function commitmentTo(opened: {
  readonly salt: string;
  readonly data: string;
  readonly requestId: string | null;
}): string | undefined {
  const salt = Buffer.from(opened.salt, 'hex');
  const content = parsed(opened.data);
  const isCanonical = content !== undefined && canonicalJson(content) === opened.data;
  if (!isCanonical || salt.toString('hex') !== opened.salt) return undefined;
  try {
    return contentCommitment(salt, contentOf(opened.data, opened.requestId));
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** Undefined for a text that is not JSON, as an altered one. */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
