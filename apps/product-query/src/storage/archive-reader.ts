import { ArchivePlace, readArchiveFile } from '@ndx/archive';
import { operationFailed } from '@ndx/contracts';
import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import {
  idIn,
  statementsOf,
  textsIn,
  type ArchivedTable,
  type ArchivedTexts,
  type ArchivePart,
} from './archived-table.js';

/** The place of texts that are not in their row. */
export interface ArchivedRow {
  readonly id: string;
  readonly part: number;
}

/** Reads archived rows from the files in `ARCHIVE_LOCATION` (decision 0100). */
@Injectable()
export class ArchiveReader {
  constructor(
    @Inject(DataSource) private readonly database: Pick<DataSource, 'query'>,
    private readonly place: ArchivePlace,
  ) {}

  /**
   * The texts of archived rows, by id: all of them.
   * @throws OPERATION_FAILED when a file cannot be read or was altered
   */
  async textsOf<Text extends string>(
    table: ArchivedTable<Text>,
    rows: readonly ArchivedRow[],
  ): Promise<ReadonlyMap<string, ArchivedTexts<Text>>> {
    if (rows.length === 0) return new Map();
    const wanted = new Set(rows.map(({ id }) => id));
    const parts = await this.database.query<ArchivePart[]>(statementsOf(table).partsAmong, [
      [...new Set(rows.map(({ part }) => part))],
    ]);
    try {
      const read = await Promise.all(parts.map((part) => this.read(table, part, wanted)));
      const texts = new Map(read.flat());
      const missing = [...wanted].find((id) => !texts.has(id));
      if (missing !== undefined) throw new Error(`no file has ${table.table} ${missing}`);
      return texts;
    } catch (error) {
      throw operationFailed('archive_unreadable', table.unreadable, error);
    }
  }

  private async read<Text extends string>(
    table: ArchivedTable<Text>,
    { file, sha256 }: ArchivePart,
    wanted: ReadonlySet<string>,
  ): Promise<(readonly [string, ArchivedTexts<Text>])[]> {
    const lines = await readArchiveFile(this.place, file, sha256);
    return lines
      .map((line) => [idIn(table, line), line] as const)
      .filter(([id]) => wanted.has(id))
      .map(([id, line]) => [id, textsIn(table, line)]);
  }
}
