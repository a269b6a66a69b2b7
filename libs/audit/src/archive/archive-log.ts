import { writeArchiveFile } from '@ndx/archive';
import type { EntityManager } from 'typeorm';
import { ENTRY_COLUMNS, fromRow, type EntryRow } from '../log/entry-row.js';
import {
  EMPTY_CHAIN,
  REGISTER_CHAIN,
  type AuditEntry,
  type ChainEnd,
  type ArchivedPart,
} from '../log/entry.js';
import { chainsIn } from '../verify/logs.js';
import { faultOf } from '../verify/faults.js';
import type { ChainFault } from '../verify/verdict.js';
import { insertPart, newestPart, numberOfSubject, unsigned } from './archived-part.js';
import type { AuditSource } from './audit-source.js';

/** Entries of one file: as many as are read to find one of them. */
const PART = 500;

/** Concurrent commands wait; set apart from other users of advisory locks in the database. */
export const LOCK_AUDIT_ARCHIVE = 'select pg_advisory_xact_lock(6204119)';

/** The newest entry stays in the database, so that the end of the chain is found there. */
const NEXT = `
select ${ENTRY_COLUMNS} from audit_entry
where chain = $1 and seq > $2 and seq < (select max(seq) from audit_entry where chain = $1)
order by seq limit ${PART}`;

const DELETE = `
delete from audit_entry where chain = $1 and seq between $2 and $3 returning 1`;

/** A written file. */
export interface ArchivedFile extends Pick<ArchivedPart, 'chain' | 'file' | 'sha256'> {
  readonly firstSeq: number;
  readonly lastSeq: number;
  readonly bytes: number;
  /** The time of its last entry. */
  readonly through: string;
}

/** A chain that is not archived further, because an entry is not as it was written. */
export interface UnprovenChain {
  readonly chain: string;
  readonly fault: ChainFault;
}

/**
 * Moves the entries before a time from the database to files, each chain from its oldest entry on.
 * The register of chains stays in the database. An entry is verified before it is archived; at an
 * altered one the chain ends. Each file is a transaction: a run that was interrupted is repeated,
 * and concurrent runs wait for each other.
 */
export async function* archiveLog(
  source: AuditSource,
  before: Date,
): AsyncGenerator<ArchivedFile | UnprovenChain> {
  for (const chain of await chainsIn(source.database)) {
    if (chain === REGISTER_CHAIN) continue;
    yield* archiveChain(source, chain, before.toISOString());
  }
}

async function* archiveChain(
  source: AuditSource,
  chain: string,
  before: string,
): AsyncGenerator<ArchivedFile | UnprovenChain> {
  for (;;) {
    const step = await source.database.transaction((manager) =>
      archiveNext({ ...source, database: manager }, chain, before),
    );
    if (step) yield step;
    if (!step || 'fault' in step) return;
  }
}

async function archiveNext(
  source: AuditSource<EntityManager>,
  chain: string,
  before: string,
): Promise<ArchivedFile | UnprovenChain | undefined> {
  const { database, seal } = source;
  await database.query(LOCK_AUDIT_ARCHIVE);
  const cut = await newestPart(database, chain);
  if (cut && !seal.isPart(cut)) {
    return { chain, fault: { seq: cut.firstSeq, reason: unsigned(cut).reason } };
  }
  const end = cut ? { seq: cut.lastSeq, hash: cut.hash } : EMPTY_CHAIN;
  const rows = await database.query<EntryRow[]>(NEXT, [chain, end.seq]);
  const { old, fault } = provenBefore(source, rows, end, before);
  const [first, last] = [old[0], old.at(-1)];
  if (!first || !last) return fault && { chain, fault };
  const part = {
    chain,
    firstSeq: first.seq,
    lastSeq: last.seq,
    previousHash: first.previousHash,
    hash: last.hash,
    firstAt: old.map(({ occurredAt }) => occurredAt).reduce((one, two) => (one < two ? one : two)),
    subjects: [...new Set(old.map(({ subject }) => numberOfSubject(subject)))],
  };
  const lines = rows.slice(0, old.length).map((row) => JSON.stringify(row));
  const { file, sha256, bytes } = await writeArchiveFile(source.place, nameOf(source, part), lines);
  const placed = { ...part, file, sha256 };
  await insertPart(database, { ...placed, mac: seal.ofPart(placed) });
  await remove(database, part);
  const { firstSeq, lastSeq } = part;
  return { chain, file, firstSeq, lastSeq, sha256, bytes, through: last.occurredAt };
}

/** The first entries that are unaltered and older than the time, and the fault that ends them. */
function provenBefore(
  { seal }: Pick<AuditSource, 'seal'>,
  rows: readonly EntryRow[],
  end: ChainEnd,
  before: string,
): { readonly old: readonly AuditEntry[]; readonly fault?: ChainFault } {
  const old: AuditEntry[] = [];
  for (const entry of rows.map(fromRow)) {
    if (entry.occurredAt >= before) break;
    const fault = faultOf(entry, old.at(-1) ?? end, seal);
    if (fault) return { old, fault };
    old.push(entry);
  }
  return { old };
}

async function remove(
  database: EntityManager,
  { chain, firstSeq, lastSeq }: Pick<ArchivedPart, 'chain' | 'firstSeq' | 'lastSeq'>,
): Promise<void> {
  const [, removed] = await database.query<[unknown[], number]>(DELETE, [chain, firstSeq, lastSeq]);
  const entries = lastSeq - firstSeq + 1;
  if (removed !== entries) throw new Error(`${removed} of ${entries} archived entries are removed`);
}

/** A folder for each chain of each service; the names are in the order of the entries. */
function nameOf(
  { seal }: Pick<AuditSource, 'seal'>,
  { chain, firstSeq, lastSeq }: Pick<ArchivedPart, 'chain' | 'firstSeq' | 'lastSeq'>,
): string {
  const entries = [firstSeq, lastSeq].map((seq) => String(seq).padStart(12, '0'));
  return `audit/${seal.service}/${chain}/${entries.join('-')}`;
}
