import { createHash } from 'node:crypto';
import { decompressLines, readArchiveFile, type ArchivePlace } from '@ndx/archive';

/** The texts of a query, byte for byte. */
export interface QueryTextsRow {
  readonly query_event_id: string;
  /** The query event, as JSON. */
  readonly payload: string;
  /** As JSON; null for a query without a recorded decision. */
  readonly decision: string | null;
  /** The issued certificate, as JSON; null without one, and where it is not read. */
  readonly body: string | null;
}

/** A part of the archive: lines with the texts of up to 500 queries each, in a file or in its row. */
export interface TextPart {
  readonly part: number;
  /** Null for one in the database. */
  readonly file: string | null;
  readonly content: Buffer | null;
  readonly sha256: string;
  readonly queries: number;
}

export const PART_COLUMNS = 'part, file, content, sha256, queries';

/** Concurrent commands wait; set apart from other users of advisory locks in the database. */
export const LOCK_ARCHIVE = 'select pg_advisory_xact_lock(6204118)';

const TEXTS = ['payload', 'decision', 'body'] as const;

export function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** A line of a part: a query with its texts and their digests. */
export function lineOf(row: QueryTextsRow & { readonly occurred_at: Date }): string {
  return JSON.stringify({
    query_event_id: row.query_event_id,
    occurred_at: row.occurred_at,
    ...Object.fromEntries(
      TEXTS.flatMap((text) => [
        [`${text}_sha256`, digestOf(row[text])],
        [text, row[text]],
      ]),
    ),
  });
}

const START = '{"query_event_id":"';

/** The id of the query in a line, without reading the rest of it. */
export function idIn(line: string): string {
  return line.startsWith(START) ? line.slice(START.length, START.length + 36) : '';
}

/** @throws Error when a text has another digest */
export function textsIn(line: string): QueryTextsRow & { readonly occurred_at: string } {
  const row = JSON.parse(line) as QueryTextsRow & {
    readonly occurred_at: string;
  } & Readonly<Record<string, string | null>>;
  for (const text of TEXTS) {
    if (digestOf(row[text]) !== row[`${text}_sha256`]) {
      throw new Error(`the ${text} of query ${row.query_event_id} is altered`);
    }
  }
  const { query_event_id, occurred_at, payload, decision, body } = row;
  return { query_event_id, occurred_at, payload, decision, body };
}

/** @throws AlteredArchiveError, MissingFileError, UnusablePlaceError */
export async function linesOf(place: ArchivePlace, part: TextPart): Promise<readonly string[]> {
  const { content, file, sha256: digest } = part;
  if (file !== null) return readArchiveFile(place, file, digest);
  if (content === null) throw new Error(`part ${part.part} has no content`);
  return decompressLines({ content, sha256: digest }, nameOf(part));
}

/** Its file; in the database, its row. */
export function nameOf({ file, part }: Pick<TextPart, 'file' | 'part'>): string {
  return file ?? `query_text_part ${part}`;
}

function digestOf(text: string | null): string | null {
  return text === null ? null : sha256(text);
}
