import {
  networksWithRole,
  notFound,
  type NoResultReason,
  type Principal,
  type QueryEvent,
} from '@ndx/contracts';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { mayReadQuery } from '../domain/decision/visible-event.js';
import { SQL_ORDER, windowIn } from './feed-window.js';
import { QueryTexts, type QueryRow } from './query-texts.js';
import { EVENT_COLUMNS, eventOf, type EventColumns } from './stored-event.js';

/** A position in the feed. */
export interface Position {
  /** ISO 8601, UTC, milliseconds. */
  readonly occurredAt: string;
  readonly queryEventId: string;
}

export type FeedOrder = 'oldest_first' | 'newest_first';

/** What the events have; an omitted one is any. */
export interface QueryEventSearch {
  readonly queryingEntityId?: string | undefined;
  readonly productSlug?: string | undefined;
  readonly outcome?: QueryEvent['outcome'] | undefined;
  readonly reason?: NoResultReason | undefined;
  readonly requestId?: string | undefined;
  readonly subjectId?: string | undefined;
  readonly consentId?: string | undefined;
  readonly policyId?: string | undefined;
}

/** The events of a feed that its reader asks for. */
export interface QueryEventSelection extends QueryEventSearch {
  readonly networkId: string;
  readonly from: Date | undefined;
  readonly to: Date | undefined;
  readonly limit: number;
  /** A search by reason, subject, consent or policy finds the events that show them to this reader. */
  readonly reader?: Principal | undefined;
}

export interface QueryEventFilter extends QueryEventSelection {
  readonly after: Position | undefined;
  readonly order: FeedOrder;
}

/** An event, and why it has no result. */
export interface ReasonedEvent {
  readonly event: QueryEvent;
  /** Null with a result. */
  readonly reason: NoResultReason | null;
}

/** An event at its position. */
export interface ListedEvent extends Position, ReasonedEvent {
  /** JSON text. */
  readonly decision: string | null;
}

/** Of a policy in the first place, and in another place, which only a query of several networks has. */
const OF_POLICY = [
  'policy_ids[1] = $13',
  'cardinality(policy_ids) > 1 and policy_ids[1] <> $13 and $13 = any(policy_ids)',
];

/**
 * Walks query_event_by_time, or the index in the same order of what is searched: institution, product,
 * reason, policy, subject or consent; or the one of request ids. The rows are read only once they are
 * found: they are wide.
 */
function pageIn(order: FeedOrder): string {
  const way = SQL_ORDER[order];
  const inOrder = `order by occurred_at ${way}, query_event_id ${way} limit $7`;
  const found = (condition: string) => `
  (select query_event_id, occurred_at from query_event
  where network_ids @> array[$1::uuid] and ${condition}
    and ($2::uuid is null or querying_entity_id = $2)
    and ${windowIn(order, { from: '$3', to: '$4', at: '$5', id: '$6' })}
    and ($8::text is null or product_slug = $8) and ($9::text is null or outcome = $9)
    and ($10::text is null or request_id = $10) and ($11::uuid is null or subject_id = $11)
    and ($12::uuid is null or consent_id = $12)
    and ($11::uuid is null and $12::uuid is null and $13::uuid is null
         or querying_entity_id = $14 or network_ids <@ $15::uuid[])
    and ($16::text is null
         or reason = $16 and (querying_entity_id = $14 or network_ids <@ $17::uuid[]))
  ${inOrder})`;
  const branches = ['$13::uuid is null', ...OF_POLICY].map(found);
  return `
with page as materialized (
  select * from (${branches.join(' union all ')}) found
  ${inOrder}
)`;
}

const PAGE: Readonly<Record<FeedOrder, string>> = {
  oldest_first: pageIn('oldest_first'),
  newest_first: pageIn('newest_first'),
};

/** @param columns of the events, also those of `QueryRow` */
export function listStatement(order: FeedOrder, columns: string): string {
  const way = SQL_ORDER[order];
  return `${PAGE[order]}
select ${columns} from page join query_event using (query_event_id)
order by page.occurred_at ${way}, query_event_id ${way}`;
}

/** The events that the first page of a list would have with the limit of the count. */
const COUNT = `${PAGE.newest_first}
select count(*)::integer as count from page`;

const FIND = `
select ${EVENT_COLUMNS}, occurred_at, reason
from query_event where query_event_id = $1`;

type Row = QueryRow & EventColumns & Pick<ReasonedEvent, 'reason'>;

@Injectable()
export class QueryEventRepository {
  constructor(
    private readonly dataSource: DataSource,
    private readonly texts: QueryTexts,
  ) {}

  /**
   * @throws RESOURCE_NOT_FOUND unless the caller's institution made the query or governs one of its
   *   networks; OPERATION_FAILED when its archive cannot be read
   */
  async find(principal: Principal, queryEventId: string): Promise<ReasonedEvent> {
    const rows = await this.dataSource.query<Row[]>(FIND, [queryEventId]);
    // Nobody else may learn that the archive of a query cannot be read.
    const visible = rows.filter((row) => mayReadQuery(principal, row));
    const [read] = await this.texts.of(visible);
    if (!read) throw notFound('not_found', 'query event not found');
    return { event: eventOf(read), reason: read.reason };
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
    const rows = await this.dataSource.query<Row[]>(
      listStatement(filter.order, `${EVENT_COLUMNS}, page.occurred_at, reason`),
      parametersOf(filter, filter.after),
    );
    const read = await this.texts.of(rows, { isPage: true });
    return read.map((row) => ({
      event: eventOf(row),
      reason: row.reason,
      decision: row.decision,
      occurredAt: row.occurred_at.toISOString(),
      queryEventId: row.query_event_id,
    }));
  }

  /** The number of events, at most the limit. */
  async count(selection: QueryEventSelection): Promise<number> {
    const [row] = await this.dataSource.query<[{ readonly count: number }]>(
      COUNT,
      parametersOf(selection),
    );
    return row.count;
  }
}

/** The parameters of `pageIn`. */
function parametersOf(filter: QueryEventSelection, after?: Position): unknown[] {
  return [
    filter.networkId,
    filter.queryingEntityId ?? null,
    filter.from ?? null,
    filter.to ?? null,
    after?.occurredAt ?? null,
    after?.queryEventId ?? null,
    filter.limit,
    filter.productSlug ?? null,
    filter.outcome ?? null,
    filter.requestId ?? null,
    filter.subjectId ?? null,
    filter.consentId ?? null,
    filter.policyId ?? null,
    filter.reader?.entity_id ?? null,
    filter.reader?.memberships.map(({ network_id: id }) => id) ?? [],
    filter.reason ?? null,
    filter.reader ? networksWithRole(filter.reader, 'governor') : [],
  ];
}
