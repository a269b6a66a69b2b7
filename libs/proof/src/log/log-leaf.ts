import { createHash } from 'node:crypto';

/** What the tree of a log states about one event; no personal data, and no digest of it. */
export interface LogLeaf {
  readonly v: 1;
  /** the number of the entry from 1; its index in the tree is one less */
  readonly seq: number;
  /** ISO 8601 */
  readonly at: string;
  readonly service: string;
  readonly network: string;
  readonly type: string;
  /** of the event */
  readonly id: string;
  readonly actor: string | null;
  readonly subject: string | null;
  /** the commitment to the event's data */
  readonly content: string;
}

/** A salt has as many bytes; without it nobody can guess the data of a commitment. */
export const SALT_BYTES = 16;

/**
 * The data of a leaf as canonical JSON, of which `leafHash` is the hash. A log encodes each event, so
 * the members are written in their order instead of sorted.
 */
export function encodeLeaf(leaf: LogLeaf): string {
  const { actor, at, content, id, network, seq, service, subject, type, v } = leaf;
  return JSON.stringify({ actor, at, content, id, network, seq, service, subject, type, v });
}

/**
 * SHA-256 over the salt and the data as canonical JSON, in hexadecimal.
 *
 * @throws RangeError when the salt does not have 16 bytes
 */
export function contentCommitment(salt: Uint8Array, canonicalData: string): string {
  if (salt.length !== SALT_BYTES) throw new RangeError(`A salt has ${SALT_BYTES} bytes.`);
  return createHash('sha256').update(salt).update(canonicalData).digest('hex');
}
