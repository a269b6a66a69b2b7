import { ArchivePlace, readArchiveFile } from '@ndx/archive';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import {
  idIn,
  LOCK_ARCHIVE,
  statementsOf,
  textsIn,
  type ArchivedTable,
  type ArchivePart,
} from '../../storage/archived-table.js';

/** The command `archive --restore`: the reverse of `ArchiveRows`; keeps the files. */
@Injectable()
export class RestoreArchive {
  constructor(
    private readonly dataSource: DataSource,
    private readonly place: ArchivePlace,
  ) {}

  /**
   * Writes the texts of all files back to the database. Each file is a transaction.
   * @param report gets each file when its texts are back
   * @throws Error when a file cannot be read or was altered; the files after it are done
   */
  async restore(table: ArchivedTable, report: (part: ArchivePart) => void): Promise<void> {
    for (;;) {
      const part = await this.dataSource.transaction((manager) => this.next(manager, table));
      if (!part) return;
      report(part);
    }
  }

  private async next(
    manager: EntityManager,
    table: ArchivedTable,
  ): Promise<ArchivePart | undefined> {
    const statements = statementsOf(table);
    await manager.query(LOCK_ARCHIVE);
    const [part] = await manager.query<ArchivePart[]>(statements.newest);
    if (!part) return undefined;
    const lines = await readArchiveFile(this.place, part.file, part.sha256);
    const texts = lines.map((line) => textsIn(table, line));
    const [, restored] = await manager.query<[unknown[], number]>(statements.restore, [
      part.part,
      lines.map((line) => idIn(table, line)),
      ...table.texts.map((column) => texts.map((row) => row[column])),
    ]);
    if (restored !== part.rows) {
      throw new Error(`${restored} of ${part.rows} ${table.plural} are in ${part.file}`);
    }
    await manager.query(statements.forget, [part.part]);
    return part;
  }
}
