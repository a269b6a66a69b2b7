import { notFound, type Principal, type QueryEvent } from '@ndx/contracts';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { mayReadQuery } from '../domain/decision/visible-event.js';
import { QueryEventArchive, rowsOfPage, type QueryEventRow } from './query-event-archive.js';

/** A position in the feed. */
export interface Position {
  /** ISO 8601, UTC, milliseconds. */
  readonly occurredAt: string;
  readonly queryEventId: string;
}

export type FeedOrder = 'oldest_first' | 'newest_first';

export interface QueryEventFilter {
  readonly networkId: string;
  readonly queryingEntityId: string | undefined;
  readonly from: Date | undefined;
  readonly to: Date | undefined;
  readonly after: Position | undefined;
  readonly limit: number;
  readonly order: FeedOrder;
  /** Also reads the decisions. */
  readonly withDecisions?: boolean;
}

/** An event at its position. */
export interface ListedEvent extends Position {
  readonly event: QueryEvent;
  /** JSON text; null also where the decisions are not read. */
  readonly decision: string | null;
}

/** Use the index query_event_by_time, in either direction. */
const IN_WINDOW = `
from query_event
where network_ids @> array[$1::uuid]
  and ($2::uuid is null or querying_entity_id = $2)
  and occurred_at >= coalesce($3::timestamptz, '-infinity')
  and occurred_at < coalesce($4::timestamptz, 'infinity')`;

const LIST: Readonly<Record<FeedOrder, string>> = {
  oldest_first: `${IN_WINDOW}
  and (occurred_at, query_event_id) >
      (coalesce($5::timestamptz, '-infinity'), coalesce($6::uuid, '00000000-0000-0000-0000-000000000000'))
order by occurred_at, query_event_id
limit $7`,
  newest_first: `${IN_WINDOW}
  and (occurred_at, query_event_id) <
      (coalesce($5::timestamptz, 'infinity'), coalesce($6::uuid, 'ffffffff-ffff-ffff-ffff-ffffffffffff'))
order by occurred_at desc, query_event_id desc
limit $7`,
};

const FIND = `
select query_event_id, querying_entity_id, network_ids, payload, null as decision, archive_part
from query_event where query_event_id = $1`;

@Injectable()
export class QueryEventRepository {
  constructor(
    private readonly dataSource: DataSource,
    private readonly archive: QueryEventArchive,
  ) {}

  /**
   * @throws RESOURCE_NOT_FOUND unless the caller's institution made the query or governs one of its
   *   networks; OPERATION_FAILED when its archive cannot be read
   */
  async find(principal: Principal, queryEventId: string): Promise<QueryEvent> {
    const rows = await this.dataSource.query<
      (QueryEventRow & Pick<QueryEvent, 'querying_entity_id' | 'network_ids'>)[]
    >(FIND, [queryEventId]);
    // Nobody else may learn that the archive of a query cannot be read.
    const visible = rows.filter((row) => mayReadQuery(principal, row));
    const [read] = await this.archive.withTexts(visible);
    if (!read) throw notFound('not_found', 'query event not found');
    return JSON.parse(read.payload) as QueryEvent;
  }

  /** The time of the database. */
  async now(): Promise<Date> {
    const [row] = await this.dataSource.query<[{ readonly now: Date }]>('select now()');
    return row.now;
  }

  /**
   * A page can be shorter than the limit, but has an event if there is one.
   * @throws OPERATION_FAILED when the archive of one cannot be read
   */
  async list(filter: QueryEventFilter): Promise<ListedEvent[]> {
    const decision = filter.withDecisions ? 'decision' : 'null as decision';
    const rows = await this.dataSource.query<(QueryEventRow & { readonly occurred_at: Date })[]>(
      `select query_event_id, occurred_at, payload, ${decision}, archive_part ${LIST[filter.order]}`,
      [
        filter.networkId,
        filter.queryingEntityId ?? null,
        filter.from ?? null,
        filter.to ?? null,
        filter.after?.occurredAt ?? null,
        filter.after?.queryEventId ?? null,
        filter.limit,
      ],
    );
    const read = await this.archive.withTexts(rowsOfPage(rows));
    return read.map(({ query_event_id, occurred_at, payload, decision: text }) => ({
      event: JSON.parse(payload) as QueryEvent,
      decision: text,
      occurredAt: occurred_at.toISOString(),
      queryEventId: query_event_id,
    }));
  }
}
