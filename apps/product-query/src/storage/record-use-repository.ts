import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Decision } from '../domain/decision/decision.js';
import { DecisionRepository, type DecidedQuery } from './decision-repository.js';
import { SQL_ORDER, windowIn } from './feed-window.js';
import { ownJson } from './own-json.js';
import type { FeedOrder, Position } from './query-event-repository.js';
import { QueryTexts, type QueryRow } from './query-texts.js';
import { EVENT_COLUMNS, eventOf, type EventColumns } from './stored-event.js';

export interface RecordUseFilter {
  readonly networkId: string;
  readonly furnishingEntityId: string;
  /** Any record of the furnisher without one. */
  readonly recordId?: string | undefined;
  readonly productSlug?: string | undefined;
  readonly from: Date | undefined;
  readonly to: Date | undefined;
  readonly after: Position | undefined;
  readonly limit: number;
  readonly order: FeedOrder;
}

export interface RecordUsePage {
  readonly queries: readonly (DecidedQuery & { readonly decision: Decision })[];
  /** Where the search ended; undefined when there was no query to look through. */
  readonly end: Position | undefined;
  /** The number of queries that it looked through. */
  readonly examined: number;
  /** Whether the search found no further query. */
  readonly isLast: boolean;
}

/** Most queries that one page looks through. */
export const SEARCHED = 1_000;

/** Walks the index query_event_by_time from a position; query_event_by_product with a product. */
const LIST: Readonly<Record<FeedOrder, string>> = {
  oldest_first: listIn('oldest_first'),
  newest_first: listIn('newest_first'),
};

function listIn(order: FeedOrder): string {
  const way = SQL_ORDER[order];
  return `
select ${EVENT_COLUMNS}, occurred_at from query_event
where network_ids @> array[$1::uuid]
  and ${windowIn(order, { from: '$2', to: '$5', at: '$3', id: '$4' })}
  and ($6::text is null or product_slug = $6)
order by occurred_at ${way}, query_event_id ${way}
limit ${SEARCHED}`;
}

@Injectable()
export class RecordUseRepository {
  constructor(
    private readonly dataSource: DataSource,
    private readonly decisions: DecisionRepository,
    private readonly texts: QueryTexts,
  ) {}

  /** @throws OPERATION_FAILED when the archive of a query that it looks through cannot be read */
  async list(filter: RecordUseFilter): Promise<RecordUsePage> {
    const { furnishingEntityId, recordId = furnishingEntityId, productSlug, limit } = filter;
    const rows = await this.dataSource.query<(QueryRow & EventColumns)[]>(LIST[filter.order], [
      filter.networkId,
      filter.from ?? null,
      filter.after?.occurredAt ?? null,
      filter.after?.queryEventId ?? null,
      filter.to ?? null,
      productSlug ?? null,
    ]);
    const found = await this.texts.of(rows, { isPage: true });
    const mentioned = found
      .filter(
        ({ decision }) => decision?.includes(furnishingEntityId) && decision.includes(recordId),
      )
      .slice(0, limit);
    // A full page ends at its last query, any other where the search did.
    const last = mentioned.length === limit ? mentioned.at(-1) : found.at(-1);
    return {
      queries: await this.queriesOf(mentioned),
      end: last && {
        occurredAt: last.occurred_at.toISOString(),
        queryEventId: last.query_event_id,
      },
      examined: found.length,
      isLast: rows.length < SEARCHED && found.length === rows.length,
    };
  }

  private async queriesOf(
    rows: readonly (EventColumns & {
      readonly payload: string;
      readonly decision: string | null;
    })[],
  ): Promise<RecordUsePage['queries']> {
    const queries = rows.flatMap((row) => {
      const event = eventOf(row);
      const decision = ownJson(row.decision) as Decision | undefined;
      return decision ? [{ event, decision, certificate: undefined }] : [];
    });
    const selectionsOf = await this.decisions.selectionsIn(queries);
    return queries.map((query) => ({ ...query, selectionsOf }));
  }
}
