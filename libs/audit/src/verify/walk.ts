import type { CompactRange } from '@ndx/proof';
import { ArchiveFault, type ArchivedPart } from '../archive/archived-part.js';
import type { AuditSource, Database } from '../archive/audit-source.js';
import type { AuditEntry } from '../log/entry.js';
import { inTiles, TILE_HEIGHT } from '../log/log-head.js';
import { faultOf, faultOfPart, faultOfRotation } from './faults.js';
import type { LogFault } from './verdict.js';

const NODE = 'select hash from audit_node where network = $1 and level = $2 and n = $3';

const SHARED = `
select seq from audit_entry where network = $1 and seq > $2 and seq <= $3
group by seq having count(*) > 1 order by seq limit 1`;

/**
 * Verifies consecutive entries of a log, and the stored hashes of the subtrees that they complete.
 * @param tree of the entries before them; they are appended up to a fault
 */
export async function walk(
  source: Pick<AuditSource<Database>, 'database' | 'verifier'>,
  network: string,
  steps: AsyncIterable<AuditEntry | ArchivedPart> | Iterable<AuditEntry>,
  tree: CompactRange,
  see: (entry: AuditEntry) => void,
): Promise<LogFault | undefined> {
  const { verifier } = source;
  try {
    for await (const step of steps) {
      const isPart = 'firstSeq' in step;
      const fault = isPart
        ? faultOfPart(verifier, step)
        : (faultOf(verifier.service, step, tree.size) ?? faultOfRotation(verifier, step, tree));
      if (fault) return fault;
      if (!isPart) see(step);
      const hashes = isPart ? step.hashes.slice(tree.size + 1 - step.firstSeq) : [step.hash];
      for (const hash of hashes) {
        const altered = await appendTo(tree, source.database, network, hash);
        if (altered) return altered;
      }
    }
  } catch (error) {
    if (!(error instanceof ArchiveFault)) throw error;
    return { seq: tree.size + 1, reason: error.reason };
  }
  return undefined;
}

async function appendTo(
  tree: CompactRange,
  database: Database,
  network: string,
  hash: string,
): Promise<LogFault | undefined> {
  for (const node of inTiles(tree.append(Buffer.from(hash, 'hex')))) {
    const stored = await database.query<{ hash: string }[]>(NODE, [
      ...[network, node.level / TILE_HEIGHT, node.index],
    ]);
    if (stored[0]?.hash === node.hash.toString('hex')) continue;
    const [first, last] = [node.index * 2 ** node.level + 1, tree.size];
    return { seq: first, reason: `the stored hash of the entries up to ${last} is not theirs` };
  }
  return undefined;
}

/** Entries may share a number only where the key of the table was removed. */
export async function sharedNumber(
  database: Database,
  network: string,
  { after, through }: { readonly after: number; readonly through: number },
): Promise<LogFault | undefined> {
  const [row] = await database.query<{ seq: string }[]>(SHARED, [network, after, through]);
  return row && { seq: Number(row.seq), reason: 'numbers are in use more than once' };
}
