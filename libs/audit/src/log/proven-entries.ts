import { operationFailed } from '@ndx/contracts';
import { inclusionProof, verifyInclusion } from '@ndx/proof';
import { archivedEntriesAbout } from '../archive/archived-entries.js';
import { ArchiveFault } from '../archive/archived-part.js';
import type { AuditSource, Database } from '../archive/audit-source.js';
import type { WitnessedLogs } from '../witness/witnessed-logs.js';
import { isOfItsContent, leafOf, type AuditEntry } from './entry.js';
import { ENTRY_COLUMNS, type EntryRow } from './entry-row.js';
import { headOf } from './log-head.js';
import { entriesIn } from './entries-in.js';
import { storedNodes } from './stored-tree.js';

/** The place of an entry in the tree of a checkpoint. */
export interface Inclusion {
  /** The data of the leaf. */
  readonly leaf: string;
  /** Of the leaf, from 0. */
  readonly index: number;
  readonly size: number;
  /** In base64. */
  readonly proof: readonly string[];
  /** A signed note, with the cosignatures of witnesses if they cosigned it. */
  readonly checkpoint: string;
}

/** An entry with the result of its verification. */
export interface ProvenEntry extends AuditEntry {
  /** Whether it is as it was written, and in the tree of the signed checkpoint. */
  readonly isIntact: boolean;
  /** Undefined unless it is intact. */
  readonly inclusion?: Inclusion;
}

export const READ_ENTRIES = `select ${ENTRY_COLUMNS} from audit_entry`;

/**
 * The entries about one aggregate so far, archived or not, oldest first, each verified. For a
 * service with an index on `subject`.
 * @param witnessed the logs with their witnesses: a cosigned checkpoint that includes the entries
 *   takes the place of the newest one
 * @throws OPERATION_FAILED when an archived entry cannot be read
 */
export async function provenEntriesOf(
  source: AuditSource<Database>,
  subject: string,
  witnessed?: WitnessedLogs,
): Promise<ProvenEntry[]> {
  const rows = await source.database.query<EntryRow[]>(
    `${READ_ENTRIES} where subject = $1 order by network, seq`,
    [subject],
  );
  const archived = await readable(archivedEntriesAbout(source, subject));
  const entries = inOrder([...archived, ...(await readable(entriesIn(source, rows)))]);
  const proven: ProvenEntry[] = [];
  for (const log of new Set(entries.map(({ network }) => network))) {
    const ofLog = entries.filter(({ network }) => network === log);
    proven.push(...(await provenEntries(source, log, ofLog, witnessed)));
  }
  return proven;
}

/** Verifies entries of a log that were read before. */
export async function provenEntries(
  { database, verifier }: AuditSource<Database>,
  network: string,
  entries: readonly AuditEntry[],
  witnessed?: WitnessedLogs,
): Promise<ProvenEntry[]> {
  if (entries.length === 0) return [];
  const cosigned = (await witnessed?.checkpoint(network)) ?? '';
  const cosignedSize = verifier.checkpointOf(network, cosigned)?.size ?? 0;
  const isCosigned = entries.every(({ seq }) => seq <= cosignedSize);
  const note = isCosigned ? cosigned : ((await headOf(database, network))?.checkpoint ?? '');
  const checkpoint = verifier.checkpointOf(network, note);
  if (!checkpoint) return entries.map((entry) => ({ ...entry, isIntact: false }));
  const { size, root } = checkpoint;
  const read = storedNodes(database, network, size);
  const proven: ProvenEntry[] = [];
  for (const entry of entries) {
    const index = entry.seq - 1;
    const isInTree = index >= 0 && index < size;
    const proof = isInTree ? await inclusionProof(read, index, size) : [];
    const leaf = Buffer.from(entry.hash, 'hex');
    const isIntact =
      isOfItsContent(verifier.service, entry) &&
      verifyInclusion({ leaf, index, size, root, proof });
    const inclusion = {
      ...{ leaf: leafOf(verifier.service, entry), index, size, checkpoint: note },
      proof: proof.map((hash) => hash.toString('base64')),
    };
    proven.push({ ...entry, isIntact, ...(isIntact && { inclusion }) });
  }
  return proven;
}

/**
 * The result of a read of archived entries.
 * @throws OPERATION_FAILED
 */
export async function readable<T>(read: Promise<T>): Promise<T> {
  try {
    return await read;
  } catch (error) {
    if (!(error instanceof ArchiveFault)) throw error;
    throw operationFailed(
      'archive_unreadable',
      'audit entries are archived, and their archive cannot be read',
      error,
    );
  }
}

/** Each entry once: one can be archived between the two reads. */
function inOrder(entries: readonly AuditEntry[]): AuditEntry[] {
  const unique = new Map(entries.map((entry) => [`${entry.network} ${entry.seq}`, entry]));
  return [...unique.values()].sort(
    (one, two) => compare(one.network, two.network) || one.seq - two.seq,
  );
}

function compare(one: string, two: string): number {
  return Number(one > two) - Number(one < two);
}
