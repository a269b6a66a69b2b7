import { writeArchiveFile } from '@ndx/archive';
import type { EntityManager } from 'typeorm';
import { ENTRY_COLUMNS, toRow, type EntryRow } from '../log/entry-row.js';
import { REGISTER, type AuditEntry } from '../log/entry.js';
import type { LogSigner, LogVerifier } from '../log/log-keys.js';
import { logsIn } from '../verify/logs.js';
import { headOf } from '../log/log-head.js';
import { entriesIn } from '../log/entries-in.js';
import { storedRange } from '../log/stored-tree.js';
import { faultOfTree } from '../verify/faults.js';
import { walk } from '../verify/walk.js';
import type { LogFault } from '../verify/verdict.js';
import {
  insertPart,
  isSignedPart,
  newestPart,
  numberOfSubject,
  textOfPart,
  unsigned,
  type ArchivedPart,
} from './archived-part.js';
import type { AuditSource } from './audit-source.js';

/** Entries of one file: as many as are read to find one of them. */
const PART = 500;

/** Concurrent commands wait; set apart from other users of advisory locks in the database. */
export const LOCK_AUDIT_ARCHIVE = 'select pg_advisory_xact_lock(6204119)';

/** The newest entry stays in the database, so that the end of the log is found there. */
const NEXT = `
select ${ENTRY_COLUMNS} from audit_entry
where network = $1 and seq > $2 and seq < (select max(seq) from audit_entry where network = $1)
order by seq limit ${PART}`;

const DELETE = `
delete from audit_entry where network = $1 and seq between $2 and $3 returning 1`;

/** A written file. */
export interface ArchivedFile extends Pick<ArchivedPart, 'network' | 'file' | 'sha256'> {
  readonly firstSeq: number;
  readonly lastSeq: number;
  readonly bytes: number;
  /** The time of its last entry. */
  readonly through: string;
}

/** A log that is not archived further, because an entry is not as it was written. */
export interface UnprovenLog {
  readonly network: string;
  readonly fault: LogFault;
}

/**
 * Moves the entries before a time from the database to files, each log from its oldest entry on.
 * The register of logs stays in the database. An entry is verified before it is archived; at an
 * altered one the log ends. Each file is a transaction: a run that was interrupted is repeated,
 * and concurrent runs wait for each other.
 */
export async function* archiveLog(
  source: AuditSource,
  signer: LogSigner,
  before: Date,
): AsyncGenerator<ArchivedFile | UnprovenLog> {
  for (const network of await logsIn(source.database)) {
    if (network === REGISTER) continue;
    yield* archiveOne(source, signer, network, before.toISOString());
  }
}

async function* archiveOne(
  source: AuditSource,
  signer: LogSigner,
  network: string,
  before: string,
): AsyncGenerator<ArchivedFile | UnprovenLog> {
  for (;;) {
    const step = await source.database.transaction((manager) =>
      archiveNext({ ...source, database: manager }, signer, network, before),
    );
    if (step) yield step;
    if (!step || 'fault' in step) return;
  }
}

async function archiveNext(
  source: AuditSource<EntityManager>,
  signer: LogSigner,
  network: string,
  before: string,
): Promise<ArchivedFile | UnprovenLog | undefined> {
  const { database, verifier } = source;
  await database.query(LOCK_AUDIT_ARCHIVE);
  const cut = await newestPart(database, network);
  if (cut && !isSignedPart(verifier, cut)) {
    return { network, fault: { seq: cut.firstSeq, reason: unsigned(cut).reason } };
  }
  const end = cut?.lastSeq ?? 0;
  const rows = await database.query<EntryRow[]>(NEXT, [network, end]);
  const { old, fault } = await provenBefore(source, network, rows, end, before);
  const [first, last] = [old[0], old.at(-1)];
  if (!first || !last) return fault && { network, fault };
  const part = {
    network,
    firstSeq: first.seq,
    lastSeq: last.seq,
    firstAt: old.map(({ occurredAt }) => occurredAt).reduce((one, two) => (one < two ? one : two)),
    subjects: [...new Set(old.map(({ subject }) => numberOfSubject(subject)))],
    hashes: old.map(({ hash }) => hash),
  };
  const lines = old.map((entry) => JSON.stringify(toRow(entry)));
  const { file, sha256, bytes } = await writeArchiveFile(source.place, nameOf(source, part), lines);
  const placed = { ...part, file, sha256 };
  const signature = signer.signature(network, textOfPart(placed));
  await insertPart(database, { ...placed, signature });
  await remove(database, part);
  const { firstSeq, lastSeq } = part;
  return { network, file, firstSeq, lastSeq, sha256, bytes, through: last.occurredAt };
}

/** As a step of the walk, which reports data that cannot be read. */
async function* entriesOf(source: AuditSource<EntityManager>, rows: readonly EntryRow[]) {
  yield* await entriesIn(source, rows);
}

/** The first entries that are intact and older than the time, and the fault that ends them. */
async function provenBefore(
  source: AuditSource<EntityManager>,
  network: string,
  rows: readonly EntryRow[],
  end: number,
  before: string,
): Promise<{ readonly old: readonly AuditEntry[]; readonly fault?: LogFault }> {
  const young = rows.findIndex(({ occurred_at: at }) => at >= before);
  const aged = entriesOf(source, rows.slice(0, young === -1 ? undefined : young));
  const old: AuditEntry[] = [];
  const tree = await storedRange(source.database, network, end);
  const altered = await walk(source, network, aged, tree, (entry) => old.push(entry));
  const head = await headOf(source.database, network);
  const unproven = await faultOfTree(source, head, tree, false);
  if (unproven) return { old: [], fault: unproven };
  return { old, ...(altered && { fault: altered }) };
}

async function remove(
  database: EntityManager,
  { network, firstSeq, lastSeq }: Pick<ArchivedPart, 'network' | 'firstSeq' | 'lastSeq'>,
): Promise<void> {
  const [, removed] = await database.query<[unknown[], number]>(DELETE, [
    network,
    firstSeq,
    lastSeq,
  ]);
  const entries = lastSeq - firstSeq + 1;
  if (removed !== entries) throw new Error(`${removed} of ${entries} archived entries are removed`);
}

/** A folder for each log of each service; the names are in the order of the entries. */
function nameOf(
  { verifier }: { readonly verifier: LogVerifier },
  { network, firstSeq, lastSeq }: Pick<ArchivedPart, 'network' | 'firstSeq' | 'lastSeq'>,
): string {
  const entries = [firstSeq, lastSeq].map((seq) => String(seq).padStart(12, '0'));
  return `audit/${verifier.service}/${network}/${entries.join('-')}`;
}
