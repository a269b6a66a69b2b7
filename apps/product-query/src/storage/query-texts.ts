import { ArchivePlace } from '@ndx/archive';
import { operationFailed } from '@ndx/contracts';
import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import {
  idIn,
  linesOf,
  PART_COLUMNS,
  textsIn,
  type QueryTextsRow,
  type TextPart,
} from './text-parts.js';

/** A query whose texts are read. */
export interface QueryRow {
  readonly query_event_id: string;
  readonly occurred_at: Date;
}

export interface TextOptions {
  /** Also reads the issued certificates; default: false. */
  readonly withBody?: boolean;
  /**
   * For a page of a list, which reads at most `MAX_PARTS`. A part has queries of all networks, so the
   * page of a network with few of them can be shorter than its limit.
   */
  readonly isPage?: boolean;
}

const MAX_PARTS = 20;

/** The first two select the partitions. Uses their primary keys. */
const textsFrom = (body: string) => `
select query_event_id, payload, decision, ${body} from query_text
where occurred_at >= $1 and occurred_at <= $2
  and (occurred_at, query_event_id) in (select * from unnest($3::timestamptz[], $4::uuid[]))`;

const TEXTS = textsFrom('null as body');
const TEXTS_AND_BODY = textsFrom('body');

/** Uses the index query_text_part_by_time. Parts can overlap. */
const PARTS_AT = `
select array(select part from query_text_part where period @> time) as parts
from unnest($1::timestamptz[]) with ordinality as at (time, place) order by place`;

const PARTS = `select ${PART_COLUMNS} from query_text_part where part = any($1::integer[]) order by part`;

type TextsById = ReadonlyMap<string, QueryTextsRow>;

/** Reads the texts of queries, also those that are archived (decision 0146). */
@Injectable()
export class QueryTexts {
  constructor(
    @Inject(DataSource) private readonly database: Pick<DataSource, 'query'>,
    private readonly place: ArchivePlace,
  ) {}

  /**
   * Returns the rows in order, with their texts. A page has at least its first row.
   * @throws OPERATION_FAILED when a part cannot be read or was altered
   */
  async of<Row extends QueryRow>(
    rows: readonly Row[],
    options: TextOptions = {},
  ): Promise<(Row & QueryTextsRow)[]> {
    if (rows.length === 0) return [];
    // A part is written before its texts are dropped, so it is read after them.
    const stored = await this.stored(rows, options);
    const archived = rows.filter(({ query_event_id: id }) => !stored.has(id));
    const { parts, isIn } = await this.partsOf(archived, options);
    const read = await this.archived(parts, new Set(archived.map((row) => row.query_event_id)));
    const end = rows.findIndex((row) => !stored.has(row.query_event_id) && !isIn(row));
    return (end === -1 ? rows : rows.slice(0, end)).map((row) => {
      const texts = stored.get(row.query_event_id) ?? read.get(row.query_event_id);
      if (!texts) throw unreadable(new Error(`no part has query ${row.query_event_id}`));
      const { payload, decision, body } = texts;
      return { ...row, payload, decision, body };
    });
  }

  private async stored(
    rows: readonly QueryRow[],
    { withBody = false }: TextOptions,
  ): Promise<TextsById> {
    const times = rows.map(({ occurred_at: time }) => time);
    const inOrder = times.map(Number).sort((one, two) => one - two);
    const found = await this.database.query<QueryTextsRow[]>(withBody ? TEXTS_AND_BODY : TEXTS, [
      new Date(inOrder.at(0) ?? 0),
      new Date(inOrder.at(-1) ?? 0),
      times,
      rows.map(({ query_event_id: id }) => id),
    ]);
    return new Map(found.map((texts) => [texts.query_event_id, texts]));
  }

  /** The parts of rows, and whether these have the texts of a row: a page leaves its last ones. */
  private async partsOf(rows: readonly QueryRow[], { isPage = false }: TextOptions) {
    const parts = new Set<number>();
    if (rows.length === 0) return { parts, isIn: () => true };
    const found = await this.database.query<{ parts: readonly number[] }[]>(PARTS_AT, [
      rows.map(({ occurred_at: time }) => time),
    ]);
    const left = new Set<QueryRow>();
    rows.forEach((row, place) => {
      const own = found[place]?.parts ?? [];
      const size = new Set([...parts, ...own]).size;
      if (left.size > 0 || (isPage && place > 0 && size > MAX_PARTS)) left.add(row);
      else for (const part of own) parts.add(part);
    });
    return { parts, isIn: (row: QueryRow) => !left.has(row) };
  }

  private async archived(
    parts: ReadonlySet<number>,
    wanted: ReadonlySet<string>,
  ): Promise<TextsById> {
    if (parts.size === 0) return new Map();
    const found = await this.database.query<TextPart[]>(PARTS, [[...parts]]);
    try {
      const read = await Promise.all(found.map((part) => linesOf(this.place, part)));
      const lines = read.flat().filter((line) => wanted.has(idIn(line)));
      return new Map(lines.map((line) => [idIn(line), textsIn(line)]));
    } catch (error) {
      throw unreadable(error);
    }
  }
}

function unreadable(cause: unknown): Error {
  return operationFailed(
    'archive_unreadable',
    'queries are archived, and their archive cannot be read',
    cause,
  );
}
