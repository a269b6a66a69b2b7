import {
  networksWithRole,
  type NoResultReason,
  type Principal,
  type QueryEvent,
} from '@ndx/contracts';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

/** The number of query events of one institution, product, outcome and reason on a day. */
export interface DailyCount extends Pick<
  QueryEvent,
  'querying_entity_id' | 'product_slug' | 'kind' | 'outcome' | 'billable'
> {
  /** Null with a result, and where the events do not show it to the reader. */
  readonly reason: NoResultReason | null;
  /** `YYYY-MM-DD`, UTC. */
  readonly day: string;
  readonly count: number;
}

export interface CountedDay {
  readonly networkId: string;
  readonly queryingEntityId: string | undefined;
  readonly reader: Principal;
  /** The start of the day in UTC. */
  readonly start: Date;
  /** The start of the next day. */
  readonly end: Date;
}

/** Uses the index query_event_by_time, so that it reads the events of the day alone. */
export const COUNT_OF_DAY = `
select to_char($3::timestamptz at time zone 'UTC', 'YYYY-MM-DD') as day,
       querying_entity_id, product_slug, kind, outcome,
       case when querying_entity_id = $5 or network_ids <@ $6::uuid[] then reason end as reason,
       billable, count(*)::integer as count
from query_event
where network_ids @> array[$1::uuid]
  and ($2::uuid is null or querying_entity_id = $2)
  and occurred_at >= $3::timestamptz and occurred_at < $4::timestamptz
group by 2, 3, 4, 5, 6, 7
order by 2, 3, 4, 5, 6, 7`;

@Injectable()
export class DailyCountRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** Empty for a day without queries. */
  countsOf(day: CountedDay): Promise<DailyCount[]> {
    const { networkId, queryingEntityId, reader, start, end } = day;
    return this.dataSource.query<DailyCount[]>(COUNT_OF_DAY, [
      networkId,
      queryingEntityId ?? null,
      start,
      end,
      reader.entity_id,
      networksWithRole(reader, 'governor'),
    ]);
  }
}
