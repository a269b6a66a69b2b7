import { createHash } from 'node:crypto';
import { canonicalJson } from '../canonical-json.js';

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

/** The data of a leaf, of which `leafHash` is the hash. */
export function encodeLeaf(leaf: LogLeaf): string {
  return canonicalJson(leaf);
}

/**
 * SHA-256 over the salt and the canonical data, in hexadecimal.
 *
 * @throws RangeError when the salt does not have 16 bytes
 */
export function contentCommitment(salt: Uint8Array, data: unknown): string {
  if (salt.length !== SALT_BYTES) throw new RangeError(`A salt has ${SALT_BYTES} bytes.`);
  return createHash('sha256').update(salt).update(canonicalJson(data)).digest('hex');
}
