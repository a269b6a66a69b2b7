import {
  CompactRange,
  HASH_BYTES,
  nodesFromTiles,
  nodesOf,
  type ReadNodes,
  type ReadTile,
  type Tile,
  TILE_WIDTH,
} from '@ndx/proof';
import type { Database } from '../archive/audit-source.js';

/** The leaves of entries, archived or not. */
const LEAVES = `
select seq - 1 - $2::bigint as at, hash from audit_entry
where network = $1 and seq > $2 and seq <= $2::bigint + $3::bigint
union all
select first_seq + place - 2 - $2, leaf.hash
from audit_archive cross join lateral unnest(hashes) with ordinality as leaf (hash, place)
where network = $1 and last_seq > $2 and first_seq <= $2::bigint + $3::bigint
  and first_seq + place - 1 > $2 and first_seq + place - 1 <= $2::bigint + $3::bigint`;

const NODES = `
select n - $2::bigint as at, hash from audit_node
where network = $1 and n >= $2 and n < $2::bigint + $3::bigint and level = $4`;

const LAST = `
select greatest(
  (select max(seq) from audit_entry where network = $1),
  (select max(last_seq) from audit_archive where network = $1), 0) as last`;

/** In the place of a hash that was removed: no proof with it is valid. */
const REMOVED = Buffer.alloc(HASH_BYTES);

/** Leaves that one statement reads. */
const PAGE = 16_384;

/** The number of the last entry of a log, archived or not; 0 for an empty log. */
export async function lastEntryOf(database: Database, network: string): Promise<number> {
  const [row] = await database.query<{ last: string }[]>(LAST, [network]);
  return Number(row?.last ?? 0);
}

/** The hashes of a tile in their order; undefined for a removed one. */
export async function storedTile(
  database: Database,
  network: string,
  { level, index, width }: Tile,
): Promise<(Buffer | undefined)[]> {
  const place = [network, index * TILE_WIDTH, width];
  return level === 0
    ? hashesIn(await database.query<HashRow[]>(LEAVES, place), width)
    : hashesIn(await database.query<HashRow[]>(NODES, [...place, level]), width);
}

/** The stored hashes of a tree as a source of its proofs. */
export function storedNodes(database: Database, network: string, size: number): ReadNodes {
  // One statement after the other: a transaction has one connection.
  let reading: Promise<unknown> = Promise.resolve();
  const read: ReadTile = (tile) => {
    const hashes = reading.then(() => storedTile(database, network, tile));
    reading = hashes;
    return hashes.then((found) => Buffer.concat(found.map((hash) => hash ?? REMOVED)));
  };
  return nodesFromTiles(read, size);
}

/** The tree of the first entries of a log, of its stored hashes. */
export async function storedRange(
  database: Database,
  network: string,
  size: number,
): Promise<CompactRange> {
  const hashes = await storedNodes(database, network, size)(nodesOf({ start: 0, end: size }));
  return CompactRange.of(size, Buffer.concat(hashes));
}

/** The tree of the stored leaves, whatever its head is. */
export async function storedTree(database: Database, network: string): Promise<CompactRange> {
  const tree = new CompactRange();
  const last = await lastEntryOf(database, network);
  while (tree.size < last) {
    const count = Math.min(PAGE, last - tree.size);
    const rows = await database.query<HashRow[]>(LEAVES, [network, tree.size, count]);
    for (const hash of hashesIn(rows, count)) tree.append(hash ?? REMOVED);
  }
  return tree;
}

interface HashRow {
  readonly at: string;
  readonly hash: string;
}

function hashesIn(rows: readonly HashRow[], count: number): (Buffer | undefined)[] {
  const hashes = new Map(rows.map(({ at, hash }) => [Number(at), Buffer.from(hash, 'hex')]));
  return Array.from({ length: count }, (_, at) => {
    const hash = hashes.get(at);
    return hash?.length === HASH_BYTES ? hash : undefined;
  });
}
