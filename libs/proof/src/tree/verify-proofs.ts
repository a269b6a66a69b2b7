import { EMPTY_ROOT, HASH_BYTES, nodeHash } from './hashing.js';
import { levelOf } from './tree-node.js';

export interface InclusionClaim {
  readonly leaf: Uint8Array;
  readonly index: number;
  readonly size: number;
  readonly root: Uint8Array;
  readonly proof: readonly Uint8Array[];
}

/** Whether the proof leads from the leaf's hash to the root (RFC 9162, 2.1.3.2). */
export function verifyInclusion({ leaf, index, size, root, proof }: InclusionClaim): boolean {
  if (!isSize(index) || !isSize(size) || index >= size || !areHashes([leaf, root, ...proof])) {
    return false;
  }
  let node = index;
  let last = size - 1;
  let hash: Uint8Array = leaf;
  for (const sibling of proof) {
    if (last === 0) return false;
    if (node % 2 === 1 || node === last) {
      hash = nodeHash(sibling, hash);
      while (node % 2 === 0 && node !== 0) [node, last] = [half(node), half(last)];
    } else {
      hash = nodeHash(hash, sibling);
    }
    [node, last] = [half(node), half(last)];
  }
  return last === 0 && isSame(hash, root);
}

export interface ConsistencyClaim {
  readonly oldSize: number;
  readonly oldRoot: Uint8Array;
  readonly size: number;
  readonly root: Uint8Array;
  readonly proof: readonly Uint8Array[];
}

/** Whether the proof shows the old tree to be the beginning of the new one (RFC 9162, 2.1.4.2). */
export function verifyConsistency(claim: ConsistencyClaim): boolean {
  const { oldSize, oldRoot, size, root, proof } = claim;
  if (!isSize(oldSize) || !isSize(size) || oldSize > size) return false;
  if (!areHashes([oldRoot, root, ...proof])) return false;
  if (oldSize === size) return proof.length === 0 && isSame(oldRoot, root);
  if (oldSize === 0) return proof.length === 0 && isSame(oldRoot, EMPTY_ROOT);

  const [first, ...siblings] = oldSize === 2 ** levelOf(oldSize) ? [oldRoot, ...proof] : proof;
  if (first === undefined) return false;
  let node = oldSize - 1;
  let last = size - 1;
  while (node % 2 === 1) [node, last] = [half(node), half(last)];
  let [oldHash, hash] = [first, first];
  for (const sibling of siblings) {
    if (last === 0) return false;
    if (node % 2 === 1 || node === last) {
      [oldHash, hash] = [nodeHash(sibling, oldHash), nodeHash(sibling, hash)];
      while (node % 2 === 0 && node !== 0) [node, last] = [half(node), half(last)];
    } else {
      hash = nodeHash(hash, sibling);
    }
    [node, last] = [half(node), half(last)];
  }
  return last === 0 && isSame(oldHash, oldRoot) && isSame(hash, root);
}

const half = (value: number): number => Math.floor(value / 2);

const isSize = (value: number): boolean => Number.isSafeInteger(value) && value >= 0;

const areHashes = (hashes: readonly Uint8Array[]): boolean =>
  hashes.every(({ length }) => length === HASH_BYTES);

const isSame = (left: Uint8Array, right: Uint8Array): boolean => Buffer.compare(left, right) === 0;
