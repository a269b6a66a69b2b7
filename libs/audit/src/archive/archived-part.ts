import { createHash } from 'node:crypto';
import { readArchiveFile } from '@ndx/archive';
import { describeError } from '@ndx/contracts';
import { fromRow, type EntryRow } from '../log/entry-row.js';
import type { ArchivedPart, AuditEntry } from '../log/entry.js';
import type { AuditSource, Database } from './audit-source.js';

/** An archived entry cannot be read, or the record of its archive is not the service's. */
export class ArchiveFault extends Error {
  override readonly name = 'ArchiveFault';

  /** @param seq the first entry of the part */
  constructor(
    readonly seq: number,
    readonly reason: string,
    options?: ErrorOptions,
  ) {
    super(`entry ${seq}: ${reason}`, options);
  }
}

const COLUMNS = `chain, first_seq, last_seq, previous_hash, hash, file, sha256, first_at, subjects, mac`;

type PartRow = Readonly<
  Record<
    | 'chain'
    | 'first_seq'
    | 'last_seq'
    | 'previous_hash'
    | 'hash'
    | 'file'
    | 'sha256'
    | 'first_at'
    | 'mac',
    string
  >
> & { readonly subjects: readonly number[] };

/** Parts in the order of their entries; a condition follows. */
const READ = `select ${COLUMNS} from audit_archive`;

const INSERT = `
insert into audit_archive (${COLUMNS}) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`;

/** A row has a number for each subject. */
const PAGE = 20;

/** The parts of a chain that end after a number, in order, a page at a time. */
export async function* partsAfter(
  database: Database,
  chain: string,
  seq: number,
): AsyncGenerator<ArchivedPart> {
  let after = seq;
  for (;;) {
    const parts = await partsWhere(
      database,
      `chain = $1 and last_seq > $2 order by last_seq limit ${PAGE}`,
      [chain, after],
    );
    yield* parts;
    const end = parts.at(-1);
    if (!end || parts.length < PAGE) return;
    after = end.lastSeq;
  }
}

/** The cut of a chain; undefined when nothing of it is archived. */
export async function newestPart(
  database: Database,
  chain: string,
): Promise<ArchivedPart | undefined> {
  const [part] = await partsWhere(database, 'chain = $1 order by last_seq desc limit 1', [chain]);
  return part;
}

/** The part that has an entry; undefined when the entry is not archived. */
export async function partOf(
  database: Database,
  chain: string,
  seq: number,
): Promise<ArchivedPart | undefined> {
  const [part] = await partsWhere(
    database,
    'chain = $1 and last_seq >= $2 and first_seq <= $2 order by last_seq limit 1',
    [chain, seq],
  );
  return part;
}

/** @param condition of SQL, with an order */
export async function partsWhere(
  database: Database,
  condition: string,
  values: readonly unknown[],
): Promise<ArchivedPart[]> {
  const rows = await database.query<PartRow[]>(`${READ} where ${condition}`, [...values]);
  return rows.map(fromPartRow);
}

export async function insertPart(database: Database, part: ArchivedPart): Promise<void> {
  const { chain, firstSeq, lastSeq, previousHash, hash, file, sha256, firstAt, subjects, mac } =
    part;
  await database.query(INSERT, [
    ...[chain, firstSeq, lastSeq, previousHash, hash, file, sha256, firstAt, subjects, mac],
  ]);
}

/**
 * The entries of a part, as they were archived.
 * @throws ArchiveFault when the part is not signed, or its file is missing or altered
 */
export async function entriesOfPart(
  { seal, place }: Pick<AuditSource, 'seal' | 'place'>,
  part: ArchivedPart,
): Promise<readonly AuditEntry[]> {
  if (!seal.isPart(part)) throw unsigned(part);
  try {
    const lines = await readArchiveFile(place, part.file, part.sha256);
    return lines.map((line) => fromRow(JSON.parse(line) as EntryRow));
  } catch (error) {
    const reason = `it is archived in ${part.file}, which cannot be read as it was written: ${describeError(error)}`;
    throw new ArchiveFault(part.firstSeq, reason, { cause: error });
  }
}

export function unsigned({ firstSeq, lastSeq, file }: ArchivedPart): ArchiveFault {
  return new ArchiveFault(
    firstSeq,
    `the record that entries up to ${lastSeq} are archived in ${file} was edited or inserted, and entries may have been removed`,
  );
}

/** A number that selects the part of a subject; different subjects may have the same number. */
export function numberOfSubject(subject: string): number {
  return createHash('sha256').update(subject).digest().readInt32BE(0);
}

function fromPartRow(row: PartRow): ArchivedPart {
  return {
    chain: row.chain,
    firstSeq: Number(row.first_seq),
    lastSeq: Number(row.last_seq),
    previousHash: row.previous_hash,
    hash: row.hash,
    file: row.file,
    sha256: row.sha256,
    firstAt: row.first_at,
    subjects: row.subjects,
    mac: row.mac,
  };
}
