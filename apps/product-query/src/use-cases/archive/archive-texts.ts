import { setTimeout as pause } from 'node:timers/promises';
import { ArchivePlace, compressLines, writeCompressedFile } from '@ndx/archive';
import { CONFIG, LOGGER } from '@ndx/service';
import { retryOnLock } from '@ndx/postgres';
import type { Logger } from '@ndx/telemetry';
import { Inject, Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import type { ProductQueryConfig } from '../../product-query.config.js';
import { lineOf, LOCK_ARCHIVE, type QueryTextsRow } from '../../storage/text-parts.js';
import { DEFAULT_PARTITION, TextPartitions } from '../../storage/text-partitions.js';

/** Queries of one part: as many as are read to find one of them. */
const QUERIES = 500;

/** How long queries may hold a partition before the command fails. */
const GIVE_UP_AFTER_MS = 600_000;

/** A written part. */
export interface ArchivedPart {
  readonly part: number;
  /** Null in the database. */
  readonly file: string | null;
  readonly queries: number;
  /** The time of its last query, ISO 8601. */
  readonly through: string;
  readonly sha256: string;
  readonly bytes: number;
}

/** A partition whose queries are all in parts. */
export interface DroppedPartition {
  readonly dropped: string;
  readonly queries: number;
}

export type Archived = ArchivedPart | DroppedPartition;

type Row = QueryTextsRow & { readonly occurred_at: Date };

const COLUMNS = 'occurred_at, query_event_id, payload, decision, body';

/** After the last part of the partition. Uses its primary key. */
const nextOf = (partition: string) => `
with last as (
  select upper(period) as time, last_query_event_id as id from query_text_part
  where partition = '${partition}' order by part desc limit 1
)
select ${COLUMNS} from ${partition}
where (occurred_at, query_event_id) > (
  coalesce((select time from last), '-infinity'),
  coalesce((select id from last), '00000000-0000-0000-0000-000000000000'))
order by occurred_at, query_event_id limit ${QUERIES}`;

const NEXT_WITHOUT_PARTITION = `
select ${COLUMNS} from ${DEFAULT_PARTITION} where occurred_at < $1
order by occurred_at, query_event_id limit ${QUERIES}`;

const REMOVE = `
delete from ${DEFAULT_PARTITION}
where (occurred_at, query_event_id) in (select * from unnest($1::timestamptz[], $2::uuid[]))
returning 1`;

const RECORD = `
insert into query_text_part (period, last_query_event_id, queries, sha256, bytes, file, content,
  partition)
values (tstzrange($1, $2, '[]'), $3, $4, $5, $6, $7, $8, $9) returning part`;

const STORED = `
select part, queries, sha256, bytes::integer, content, lower(period) as first, upper(period) as through,
  last_query_event_id as id
from query_text_part where content is not null order by part limit 1`;

const MOVE = 'update query_text_part set file = $2, content = null where part = $1';

/**
 * The command `archive`: compresses the texts of old queries into parts, which are files in
 * `ARCHIVE_LOCATION` or else rows of the database (decision 0146).
 */
@Injectable()
export class ArchiveTexts {
  constructor(
    private readonly dataSource: DataSource,
    private readonly place: ArchivePlace,
    private readonly partitions: TextPartitions,
    @Inject(CONFIG) private readonly config: ProductQueryConfig,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * Archives the texts from before a time, oldest first. Each part is a transaction, as is the drop of
   * a partition: a run that was interrupted is repeated, and concurrent runs wait for each other.
   * @param report gets each part, and each partition when it is dropped
   * @param share of the time to work, in percent; it rests after each part, without the archive's lock
   */
  async archive(before: Date, report: (archived: Archived) => void, share: number): Promise<void> {
    const { dataSource, logger } = this;
    for (;;) {
      // Waiting for a lock is no work.
      let startedAt = 0;
      const retry = { giveUpAfterMs: GIVE_UP_AFTER_MS, logger, dataSource };
      const archived = await retryOnLock('archive', retry, () =>
        dataSource.transaction(async (manager) => {
          await manager.query(LOCK_ARCHIVE);
          startedAt = performance.now();
          return this.next(manager, before);
        }),
      );
      if (archived === undefined) return;
      if (archived !== 'again') report(archived);
      await pause((performance.now() - startedAt) * (100 / share - 1));
    }
  }

  private async next(
    manager: EntityManager,
    before: Date,
  ): Promise<Archived | 'again' | undefined> {
    const partition = await this.partitions.oldest(manager, before);
    if (partition) {
      const { name } = partition;
      const rows = await manager.query<Row[]>(nextOf(name));
      if (rows.length > 0) return this.write(manager, rows, name);
      const queries = await this.partitions.drop(manager, partition);
      return queries === undefined ? 'again' : { dropped: name, queries };
    }
    const rows = await manager.query<Row[]>(NEXT_WITHOUT_PARTITION, [before]);
    if (rows.length > 0) {
      const part = await this.write(manager, rows, null);
      await remove(manager, rows);
      return part;
    }
    return this.hasPlace ? this.move(manager) : undefined;
  }

  private async write(
    manager: EntityManager,
    rows: readonly Row[],
    partition: string | null,
  ): Promise<ArchivedPart> {
    const [first, last] = [rows[0], rows.at(-1)];
    if (!first || !last) throw new Error('a part has a query');
    const { content, sha256 } = await compressLines(rows.map(lineOf));
    const written = this.hasPlace
      ? await writeCompressedFile(this.place, fileNameOf(first), { content, sha256 })
      : undefined;
    const file = written?.file ?? null;
    const [recorded] = await manager.query<{ part: number }[]>(RECORD, [
      ...[first.occurred_at, last.occurred_at, last.query_event_id, rows.length],
      ...[sha256, content.length, file, file === null ? content : null, partition],
    ]);
    if (!recorded) throw new Error('an insert has a row');
    const through = last.occurred_at.toISOString();
    const bytes = content.length;
    return { part: recorded.part, file, queries: rows.length, through, sha256, bytes };
  }

  /** Moves the oldest part in the database to a file. */
  private async move(manager: EntityManager): Promise<ArchivedPart | undefined> {
    const [stored] = await manager.query<
      (Omit<ArchivedPart, 'through'> & {
        readonly content: Buffer;
        readonly first: Date;
        readonly through: Date;
        readonly id: string;
      })[]
    >(STORED);
    if (!stored) return undefined;
    const { part, queries, sha256, bytes, content } = stored;
    const name = fileNameOf({ occurred_at: stored.first, query_event_id: stored.id });
    const { file } = await writeCompressedFile(this.place, name, { content, sha256 });
    await manager.query(MOVE, [part, file]);
    return { part, file, queries, through: stored.through.toISOString(), sha256, bytes };
  }

  private get hasPlace(): boolean {
    return this.config.ARCHIVE_LOCATION !== '';
  }
}

async function remove(manager: EntityManager, rows: readonly Row[]): Promise<void> {
  const [, removed] = await manager.query<[unknown[], number]>(REMOVE, [
    rows.map(({ occurred_at: time }) => time),
    rows.map(({ query_event_id: id }) => id),
  ]);
  if (removed !== rows.length) throw new Error(`${removed} of ${rows.length} queries are archived`);
}

/** A folder for each day. */
function fileNameOf({ occurred_at, query_event_id }: Pick<Row, 'occurred_at' | 'query_event_id'>) {
  return `queries/${occurred_at.toISOString().slice(0, 10)}/${query_event_id}`;
}
