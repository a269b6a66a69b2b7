import { HASH_BYTES, nodeHash } from '../tree/hashing.js';
import { foldNodes, type ReadNodes, type TreeNode } from '../tree/tree-node.js';
import { TILE_WIDTH, type Tile } from './tile-path.js';

/** Returns the hashes of a tile, one after the other. */
export type ReadTile = (tile: Tile) => Promise<Uint8Array>;

/** Levels of the tree that one level of tiles spans. */
const TILE_HEIGHT = Math.log2(TILE_WIDTH);

/** The subtrees whose hashes a tile has, in their order. */
export function nodesOfTile({ level, index, width }: Tile): TreeNode[] {
  return Array.from({ length: width }, (_, at) => ({
    level: level * TILE_HEIGHT,
    index: index * TILE_WIDTH + at,
  }));
}

/** The tiles of a tree of `size` leaves as a source of its proofs; each tile is read once. */
export function nodesFromTiles(readTile: ReadTile, size: number): ReadNodes {
  const tiles = new Map<string, Promise<Uint8Array>>();
  const read = (tile: Tile) => {
    const key = `${tile.level}/${tile.index}`;
    const reading = tiles.get(key) ?? readTile(tile);
    tiles.set(key, reading);
    return reading;
  };
  return (nodes) =>
    Promise.all(
      nodes.map(async (node) => {
        const { tile, first, count } = placeOf(node, size);
        const bytes = await read(tile);
        const hashes = Array.from({ length: count }, (_, at) =>
          bytes.subarray((first + at) * HASH_BYTES, (first + at + 1) * HASH_BYTES),
        );
        return foldPairs(hashes);
      }),
    );
}

/** The tile of a subtree, and which of the tile's hashes the subtree has. */
function placeOf({ level, index }: TreeNode, size: number) {
  const tileLevel = Math.floor(level / TILE_HEIGHT);
  const count = 2 ** (level % TILE_HEIGHT);
  const start = index * count;
  const tileIndex = Math.floor(start / TILE_WIDTH);
  const complete = Math.floor(size / TILE_WIDTH ** tileLevel) - tileIndex * TILE_WIDTH;
  return {
    tile: { level: tileLevel, index: tileIndex, width: Math.min(complete, TILE_WIDTH) },
    first: start % TILE_WIDTH,
    count,
  };
}

/** The hash of a complete subtree of these leaves. */
function foldPairs(hashes: readonly Uint8Array[]): Uint8Array {
  const middle = hashes.length / 2;
  return hashes.length === 1
    ? foldNodes(hashes)
    : nodeHash(foldPairs(hashes.slice(0, middle)), foldPairs(hashes.slice(middle)));
}
