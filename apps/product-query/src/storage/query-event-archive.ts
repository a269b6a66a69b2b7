import { Injectable } from '@nestjs/common';
import { ArchiveReader } from './archive-reader.js';
import type { ArchivedTexts } from './archived-table.js';
import { QUERY_EVENTS } from './archived-tables.js';
import type { EventColumns } from './stored-event.js';

/** A query, with the columns of its event; its texts are null while they are in a file. */
export interface QueryEventRow extends EventColumns, ArchivedTexts<'payload' | 'decision'> {
  /** The number of the file, or null while they are not in one. */
  readonly archive_part: number | null;
}

/**
 * The most files that a page of a list reads. A file has 500 queries of all networks, so the page of
 * a network with few of them can be shorter than its limit.
 */
const MAX_FILES = 20;

/** Reads the queries of rows, also from the archive (decision 0100). */
@Injectable()
export class QueryEventArchive {
  constructor(private readonly reader: ArchiveReader) {}

  /**
   * Returns the rows in order, with their texts. @throws OPERATION_FAILED when their archive cannot
   * be read
   */
  async withTexts<Row extends QueryEventRow>(
    rows: readonly Row[],
  ): Promise<(Row & { readonly payload: string })[]> {
    const archived = rows.flatMap(({ query_event_id: id, archive_part: part }) =>
      part === null ? [] : [{ id, part }],
    );
    const texts = await this.reader.textsOf(QUERY_EVENTS, archived);
    return rows.map((row) => {
      const { payload, decision } = texts.get(row.query_event_id) ?? row;
      if (payload === null) throw new Error(`query event ${row.query_event_id} has no payload`);
      return { ...row, payload, decision };
    });
  }
}

/** The first rows, of as many files as a page may read; at least one of any. */
export function rowsOfPage<Row extends Pick<QueryEventRow, 'archive_part'>>(
  rows: readonly Row[],
): readonly Row[] {
  const files = new Set<number>();
  const end = rows.findIndex(
    ({ archive_part: part }) => part !== null && files.add(part).size > MAX_FILES,
  );
  return end === -1 ? rows : rows.slice(0, end);
}
