import { ArchivePlace, readArchiveFile, UnusablePlaceError } from '@ndx/archive';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { describeError } from '@ndx/contracts';
import {
  idIn,
  statementsOf,
  textsIn,
  type ArchivedTable,
  type ArchivePart,
} from '../../storage/archived-table.js';

/** The result for one file. */
export interface VerifiedPart extends Pick<ArchivePart, 'part' | 'file' | 'rows'> {
  /** Undefined when the file is as it was written. */
  readonly fault?: string;
}

/** The command `archive --verify` (decision 0100). */
@Injectable()
export class VerifyArchive {
  constructor(
    private readonly dataSource: DataSource,
    private readonly place: ArchivePlace,
  ) {}

  /**
   * Reads every file, and compares its digest, the digests of its texts and the ids of its rows with
   * the database.
   * @throws UnusablePlaceError
   */
  async *verify(table: ArchivedTable): AsyncGenerator<VerifiedPart> {
    for (const found of await this.dataSource.query<ArchivePart[]>(statementsOf(table).parts)) {
      const { part, file, rows } = found;
      const fault = await this.faultOf(table, found).catch(textOfFault);
      yield { part, file, rows, ...(fault !== undefined && { fault }) };
    }
  }

  private async faultOf(table: ArchivedTable, part: ArchivePart): Promise<string | undefined> {
    const lines = await readArchiveFile(this.place, part.file, part.sha256);
    for (const line of lines) textsIn(table, line);
    const ids = lines.map((line) => idIn(table, line));
    const rows = await this.dataSource.query<{ id: string }[]>(statementsOf(table).known, [
      part.part,
      ids,
    ]);
    const known = new Set(rows.map(({ id }) => id)).size;
    return known === part.rows && ids.length === part.rows
      ? undefined
      : `${known} of ${part.rows} ${table.plural} are in the database`;
  }
}

/** @throws UnusablePlaceError: no file can be verified */
function textOfFault(error: unknown): string {
  if (error instanceof UnusablePlaceError) throw error;
  return describeError(error);
}
