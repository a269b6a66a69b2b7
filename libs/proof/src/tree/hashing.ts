import { createHash } from 'node:crypto';

export const HASH_BYTES = 32;

/** The root of a tree without leaves (RFC 9162, 2.1.1). */
export const EMPTY_ROOT: Buffer = createHash('sha256').digest();

const LEAF = Buffer.of(0);
const NODE = Buffer.of(1);

/** SHA-256 over 0x00 and the leaf's data (RFC 9162, 2.1.1). */
export function leafHash(data: Uint8Array | string): Buffer {
  return createHash('sha256').update(LEAF).update(data).digest();
}

/** SHA-256 over 0x01 and both children (RFC 9162, 2.1.1). */
export function nodeHash(left: Uint8Array, right: Uint8Array): Buffer {
  return createHash('sha256').update(NODE).update(left).update(right).digest();
}
