import { nodeHash } from './hashing.js';

/** A complete subtree: the leaves from `index * 2^level` to `(index + 1) * 2^level`. */
export interface TreeNode {
  readonly level: number;
  readonly index: number;
}

/** Returns the hashes of complete subtrees in the order of the request. */
export type ReadNodes = (nodes: readonly TreeNode[]) => Promise<readonly Uint8Array[]>;

/** The leaves from `start` up to, but without, `end`. */
export interface LeafRange {
  readonly start: number;
  readonly end: number;
}

/** The level of the largest complete subtree of `size` leaves; exact, unlike a logarithm. */
export function levelOf(size: number): number {
  return size.toString(2).length - 1;
}

/** The largest power of two below `size`, which is 2 or more: the leaves of the left subtree. */
export function splitOf(size: number): number {
  return 2 ** levelOf(size - 1);
}

/** The complete subtrees of a range that starts where a subtree of its size may start. */
export function nodesOf({ start, end }: LeafRange): TreeNode[] {
  const nodes: TreeNode[] = [];
  for (let at = start; at < end;) {
    const level = levelOf(end - at);
    nodes.push({ level, index: at / 2 ** level });
    at += 2 ** level;
  }
  return nodes;
}

/** The hash of subtrees that stand side by side, the largest first; there is at least one. */
export function foldNodes(hashes: readonly Uint8Array[]): Buffer {
  const [last, ...rest] = hashes.toReversed();
  if (last === undefined) throw new RangeError('A range of leaves is empty.');
  return rest.reduce<Buffer>((right, left) => nodeHash(left, right), Buffer.from(last));
}
