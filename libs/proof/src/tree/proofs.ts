import { EMPTY_ROOT } from './hashing.js';
import { foldNodes, nodesOf, splitOf, type LeafRange, type ReadNodes } from './tree-node.js';

/** The root of the tree of the first `size` leaves. */
export async function treeRoot(read: ReadNodes, size: number): Promise<Buffer> {
  const [root] = size === 0 ? [EMPTY_ROOT] : await hashesOf(read, [{ start: 0, end: size }]);
  return root ?? EMPTY_ROOT;
}

/**
 * The inclusion proof of leaf `index` in the tree of `size` leaves (RFC 9162, 2.1.3.1).
 *
 * @throws RangeError when the tree has no such leaf
 */
export async function inclusionProof(
  read: ReadNodes,
  index: number,
  size: number,
): Promise<Buffer[]> {
  if (index < 0 || index >= size) throw new RangeError(`No leaf ${index} among ${size}.`);
  const path: LeafRange[] = [];
  for (let range = { start: 0, end: size }; range.end - range.start > 1;) {
    const { left, right } = halvesOf(range);
    const inLeft = index < left.end;
    path.unshift(inLeft ? right : left);
    range = inLeft ? left : right;
  }
  return hashesOf(read, path);
}

/**
 * The proof that the tree of `size` leaves begins with the leaves of the tree of `oldSize`
 * (RFC 9162, 2.1.4.1).
 *
 * @throws RangeError when the old tree is the larger one
 */
export async function consistencyProof(
  read: ReadNodes,
  oldSize: number,
  size: number,
): Promise<Buffer[]> {
  if (oldSize < 0 || oldSize > size) throw new RangeError(`No tree of ${oldSize} in ${size}.`);
  if (oldSize === 0 || oldSize === size) return [];
  const path: LeafRange[] = [];
  let range: LeafRange = { start: 0, end: size };
  while (range.end !== oldSize) {
    const { left, right } = halvesOf(range);
    const inLeft = oldSize <= left.end;
    path.unshift(inLeft ? right : left);
    range = inLeft ? left : right;
  }
  return hashesOf(read, range.start === 0 ? path : [range, ...path]);
}

function halvesOf({ start, end }: LeafRange): { left: LeafRange; right: LeafRange } {
  const middle = start + splitOf(end - start);
  return { left: { start, end: middle }, right: { start: middle, end } };
}

/** Reads all nodes at once, as a log's storage answers one statement. */
async function hashesOf(read: ReadNodes, ranges: readonly LeafRange[]): Promise<Buffer[]> {
  const nodes = ranges.map(nodesOf);
  const hashes = await read(nodes.flat());
  let next = 0;
  return nodes.map(({ length }) => foldNodes(hashes.slice(next, (next += length))));
}
