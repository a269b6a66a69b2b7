import { CompactRange, type HashedNode } from '@ndx/proof';
import { columnsOf, rowsOfParameters } from '@ndx/postgres';
import type { EntityManager } from 'typeorm';
import type { Database } from '../archive/audit-source.js';
import type { LogVerifier } from './log-keys.js';

/** A row of `audit_head`; the driver returns a bigint as text. */
export type HeadRow = Readonly<Record<'network' | 'size' | 'hashes' | 'checkpoint', string>>;

const HEAD = { network: 'uuid', size: 'bigint', hashes: 'text', checkpoint: 'text' } as const;
const NODE = { network: 'uuid', level: 'integer', n: 'bigint', hash: 'text' } as const;

const LOCK_HEADS = `
select network, size, hashes, checkpoint from audit_head
where network = any($1::uuid[]) order by network for update`;

const SAVE_HEADS = `
insert into audit_head (network, size, hashes, checkpoint)
${rowsOfParameters(HEAD)}
on conflict (network) do update
set size = excluded.size, hashes = excluded.hashes, checkpoint = excluded.checkpoint`;

const INSERT_NODES = `
insert into audit_node (network, level, n, hash)
${rowsOfParameters(NODE)}
on conflict do nothing`;

/** Levels of the tree that one level of tiles spans. */
export const TILE_HEIGHT = 8;

/** A subtree whose hash a tile above the lowest level has. */
export interface TileNode extends HashedNode {
  readonly network: string;
}

export async function lockedHeads(
  manager: EntityManager,
  networks: readonly string[],
): Promise<Map<string, HeadRow>> {
  const rows = await manager.query<HeadRow[]>(LOCK_HEADS, [networks]);
  return new Map(rows.map((row) => [row.network, row]));
}

export async function headOf(database: Database, network: string): Promise<HeadRow | undefined> {
  const [row] = await database.query<HeadRow[]>(
    'select network, size, hashes, checkpoint from audit_head where network = $1',
    [network],
  );
  return row;
}

/** The tree of a head; undefined unless the service signed it. */
export function signedTree(verifier: LogVerifier, row: HeadRow): CompactRange | undefined {
  const checkpoint = verifier.checkpointOf(row.network, row.checkpoint);
  const tree = treeOf(row);
  if (!checkpoint || !tree || checkpoint.size !== tree.size) return undefined;
  return checkpoint.root.equals(tree.root()) ? tree : undefined;
}

/** The tree of a head, signed or not; undefined when it has too few hashes. */
export function treeOf({ size, hashes }: HeadRow): CompactRange | undefined {
  try {
    return CompactRange.of(Number(size), Buffer.from(hashes, 'hex'));
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

export async function saveHeads(manager: EntityManager, heads: readonly HeadRow[]): Promise<void> {
  const rows = heads.map((head) => [head.network, head.size, head.hashes, head.checkpoint]);
  await manager.query(SAVE_HEADS, columnsOf(rows));
}

export async function insertNodes(
  manager: EntityManager,
  nodes: readonly TileNode[],
): Promise<void> {
  if (nodes.length === 0) return;
  const rows = nodes.map(({ network, level, index, hash }) => [
    ...[network, String(level / TILE_HEIGHT), String(index), hash.toString('hex')],
  ]);
  await manager.query(INSERT_NODES, columnsOf(rows));
}

/** The subtrees of an appended leaf whose hashes tiles above the lowest level have. */
export function inTiles(completed: readonly HashedNode[]): readonly HashedNode[] {
  return completed.filter(({ level }) => level > 0 && level % TILE_HEIGHT === 0);
}
