import { ArchivePlace, writeArchiveFile, type WrittenFile } from '@ndx/archive';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import {
  lineOf,
  LOCK_ARCHIVE,
  statementsOf,
  type ArchivedTable,
  type ArchivePart,
  type RowToArchive,
} from '../../storage/archived-table.js';

/** Rows of one file: as many as are read to find one of them. */
const PART = 500;

/** A written file. */
export interface ArchivedPart extends WrittenFile, ArchivePart {
  /** The time of its last row, ISO 8601. */
  readonly through: string;
}

/** The command `archive`: moves the texts of old rows to files (decision 0100). */
@Injectable()
export class ArchiveRows {
  constructor(
    private readonly dataSource: DataSource,
    private readonly place: ArchivePlace,
  ) {}

  /**
   * Archives the rows from before a time, oldest first. Each file is a transaction: a run that was
   * interrupted is repeated, and concurrent runs wait for each other.
   * @param report gets each file when it is archived
   */
  async archive(
    table: ArchivedTable,
    before: Date,
    report: (part: ArchivedPart) => void,
  ): Promise<void> {
    for (let after: string | null = null; ;) {
      const next: Archived | undefined = await this.dataSource.transaction((manager) =>
        this.next(manager, table, before, after),
      );
      if (!next) return;
      report(next.part);
      if (next.part.rows < PART) return;
      after = next.lastId;
    }
  }

  private async next(
    manager: EntityManager,
    table: ArchivedTable,
    before: Date,
    after: string | null,
  ): Promise<Archived | undefined> {
    const statements = statementsOf(table);
    await manager.query(LOCK_ARCHIVE);
    const rows = await manager.query<RowToArchive[]>(statements.next, [PART, after]);
    // An id can be some milliseconds older than the time: the part ends before the first young one.
    const young = rows.findIndex(({ time }) => time >= before);
    const old = young === -1 ? rows : rows.slice(0, young);
    const [first, last] = [old[0], old.at(-1)];
    if (!first || !last) return undefined;
    const written = await writeArchiveFile(
      this.place,
      nameOf(table, first),
      old.map((row) => lineOf(table, row)),
    );
    const [recorded] = await manager.query<{ part: number }[]>(statements.record, [
      ...[written.file, written.sha256, written.bytes, old.length],
      ...table.position.map((column) => last[column]),
    ]);
    if (!recorded) throw new Error('an insert has no row');
    const ids = old.map(({ id }) => id);
    const [, removed] = await manager.query<[unknown[], number]>(statements.remove, [
      recorded.part,
      ids,
    ]);
    if (removed !== ids.length) throw new Error(`${removed} of ${ids.length} rows are archived`);
    const through = last.time.toISOString();
    return {
      part: { part: recorded.part, rows: old.length, through, ...written },
      lastId: last.id,
    };
  }
}

interface Archived {
  readonly part: ArchivedPart;
  readonly lastId: string;
}

/** A folder for each day. */
function nameOf({ folder }: ArchivedTable, { id, time }: RowToArchive): string {
  return `${folder}/${time.toISOString().slice(0, 10)}/${id}`;
}
