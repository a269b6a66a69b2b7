import { EMPTY_ROOT, HASH_BYTES, nodeHash } from './hashing.js';
import { foldNodes, nodesOf, type TreeNode } from './tree-node.js';

/** A complete subtree and its hash, as a log stores it. */
export interface HashedNode extends TreeNode {
  readonly hash: Buffer;
}

/** The hashes that a log needs to append leaves: one for each complete subtree of its tree. */
export class CompactRange {
  /** @throws RangeError when the hashes are not those of a tree of `size` leaves */
  constructor(
    private leaves = 0,
    private hashes: readonly Buffer[] = [],
  ) {
    const complete = nodesOf({ start: 0, end: leaves }).length;
    if (complete !== hashes.length || hashes.some(({ length }) => length !== HASH_BYTES)) {
      throw new RangeError(`A tree of ${leaves} leaves has ${complete} complete subtrees.`);
    }
  }

  /** @param bytes the result of `toBytes` */
  static of(size: number, bytes: Uint8Array): CompactRange {
    const hashes = Array.from({ length: Math.ceil(bytes.length / HASH_BYTES) }, (_, index) =>
      Buffer.from(bytes.subarray(index * HASH_BYTES, (index + 1) * HASH_BYTES)),
    );
    return new CompactRange(size, hashes);
  }

  get size(): number {
    return this.leaves;
  }

  /** Returns every subtree that the leaf completes, the leaf itself first. */
  append(leaf: Buffer): readonly HashedNode[] {
    const completed: HashedNode[] = [{ level: 0, index: this.leaves, hash: leaf }];
    const hashes = [...this.hashes];
    let hash = leaf;
    for (let index = this.leaves, level = 1; index % 2 === 1; level += 1) {
      hash = nodeHash(hashes.pop() ?? EMPTY_ROOT, hash);
      index = (index - 1) / 2;
      completed.push({ level, index, hash });
    }
    this.hashes = [...hashes, hash];
    this.leaves += 1;
    return completed;
  }

  root(): Buffer {
    return this.leaves === 0 ? EMPTY_ROOT : foldNodes(this.hashes);
  }

  /** The hashes of the complete subtrees, the largest first. */
  toBytes(): Buffer {
    return Buffer.concat(this.hashes);
  }
}
