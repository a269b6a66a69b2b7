import type { QueryEvent } from '@ndx/contracts';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

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
}

/** Use the index query_event_by_time, in either direction. */
const IN_WINDOW = `
select payload from query_event
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

@Injectable()
export class QueryEventRepository {
  constructor(private readonly dataSource: DataSource) {}

  async find(queryEventId: string): Promise<QueryEvent | undefined> {
    const [row] = await this.dataSource.query<{ payload: string }[]>(
      'select payload from query_event where query_event_id = $1',
      [queryEventId],
    );
    return row && (JSON.parse(row.payload) as QueryEvent);
  }

  async list(filter: QueryEventFilter): Promise<(Position & { readonly event: QueryEvent })[]> {
    const rows = await this.dataSource.query<{ payload: string }[]>(LIST[filter.order], [
      filter.networkId,
      filter.queryingEntityId ?? null,
      filter.from ?? null,
      filter.to ?? null,
      filter.after?.occurredAt ?? null,
      filter.after?.queryEventId ?? null,
      filter.limit,
    ]);
    return rows.map(({ payload }) => {
      const event = JSON.parse(payload) as QueryEvent;
      return { event, occurredAt: event.occurred_at, queryEventId: event.query_event_id };
    });
  }
}
