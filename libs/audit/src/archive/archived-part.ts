import { createHash } from 'node:crypto';
import { readArchiveFile } from '@ndx/archive';
import { describeError } from '@ndx/contracts';
import { canonicalJson } from '@ndx/proof';
import { fromRow, type EntryRow } from '../log/entry-row.js';
import type { AuditEntry } from '../log/entry.js';
import type { LogVerifier } from '../log/log-keys.js';
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

/**
 * Consecutive entries of a log that are in a file. The newest part of a log is its cut: the entries
 * after it are in the database. It is signed, so that no entry without a file passes as archived
 * (decision 0101).
 */
export interface ArchivedPart {
  readonly network: string;
  readonly firstSeq: number;
  readonly lastSeq: number;
  readonly file: string;
  /** SHA-256 of the file. */
  readonly sha256: string;
  /** The earliest time of its entries. */
  readonly firstAt: string;
  /** A number of each subject of its entries, by which they are found. */
  readonly subjects: readonly number[];
  /** Of the leaves, in hexadecimal, which the tree proves. */
  readonly hashes: readonly string[];
  /** The lines below the signed text. */
  readonly signature: string;
}

const COLUMNS = `network, first_seq, last_seq, file, sha256, first_at, subjects, hashes, signature`;

type PartRow = Readonly<
  Record<
    'network' | 'first_seq' | 'last_seq' | 'file' | 'sha256' | 'first_at' | 'signature',
    string
  >
> & { readonly subjects: readonly number[]; readonly hashes: readonly string[] };

/** Parts in the order of their entries; a condition follows. */
const READ = `select ${COLUMNS} from audit_archive`;

const INSERT = `
insert into audit_archive (${COLUMNS}) values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`;

/** A row has a number for each subject. */
const PAGE = 20;

/** The parts of a log that end after a number, in order, a page at a time. */
export async function* partsAfter(
  database: Database,
  network: string,
  seq: number,
): AsyncGenerator<ArchivedPart> {
  let after = seq;
  for (;;) {
    const parts = await partsWhere(
      database,
      `network = $1 and last_seq > $2 order by last_seq limit ${PAGE}`,
      [network, after],
    );
    yield* parts;
    const end = parts.at(-1);
    if (!end || parts.length < PAGE) return;
    after = end.lastSeq;
  }
}

/** The cut of a log; undefined when nothing of it is archived. */
export async function newestPart(
  database: Database,
  network: string,
): Promise<ArchivedPart | undefined> {
  const [part] = await partsWhere(database, 'network = $1 order by last_seq desc limit 1', [
    network,
  ]);
  return part;
}

/** The part that has an entry; undefined when the entry is not archived. */
export async function partOf(
  database: Database,
  network: string,
  seq: number,
): Promise<ArchivedPart | undefined> {
  const [part] = await partsWhere(
    database,
    'network = $1 and last_seq >= $2 and first_seq <= $2 order by last_seq limit 1',
    [network, seq],
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
  const { network, firstSeq, lastSeq, file, sha256, firstAt, subjects, hashes, signature } = part;
  await database.query(INSERT, [
    ...[network, firstSeq, lastSeq, file, sha256, firstAt, subjects, hashes, signature],
  ]);
}

/**
 * The entries of a part, as they were archived.
 * @throws ArchiveFault when the part is not signed, or its file is missing or altered
 */
export async function entriesOfPart(
  { verifier, place }: Pick<AuditSource, 'verifier' | 'place'>,
  part: ArchivedPart,
): Promise<readonly AuditEntry[]> {
  if (!isSignedPart(verifier, part)) throw unsigned(part);
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

/** The text that is signed for a part. */
export function textOfPart(part: Omit<ArchivedPart, 'signature'>): string {
  const { network, firstSeq, lastSeq, file, sha256, firstAt, subjects, hashes } = part;
  const signed = { network, firstSeq, lastSeq, file, sha256, firstAt, subjects, hashes };
  return `${canonicalJson(signed)}\n`;
}

/** Whether the service signed the record, and it has a hash for each entry. */
export function isSignedPart(verifier: LogVerifier, part: ArchivedPart): boolean {
  return (
    verifier.isSigned(part.network, textOfPart(part), part.signature) &&
    part.hashes.length === part.lastSeq - part.firstSeq + 1
  );
}

/** A number that selects the part of a subject; different subjects may have the same number. */
export function numberOfSubject(subject: string): number {
  return createHash('sha256').update(subject).digest().readInt32BE(0);
}

function fromPartRow(row: PartRow): ArchivedPart {
  return {
    network: row.network,
    firstSeq: Number(row.first_seq),
    lastSeq: Number(row.last_seq),
    file: row.file,
    sha256: row.sha256,
    firstAt: row.first_at,
    subjects: row.subjects,
    hashes: row.hashes,
    signature: row.signature,
  };
}
