import type { QueryEvent } from '@ndx/contracts';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Decision } from '../domain/decision/decision.js';
import { DecisionRepository, NAMES_POLICY, type DecidedQuery } from './decision-repository.js';
import { QueryTexts } from './query-texts.js';
import { EVENT_COLUMNS, type EventColumns } from './stored-event.js';

/** Queries of a page. */
const READ = 500;

/**
 * Queries that a page looks through, of any network. Of many more, Postgres would sort the table
 * instead of walking its index.
 */
const SEARCHED = 2_000;

/**
 * Walks the index query_event_by_time. The last row that was looked through is in the result, as the
 * place of the next page.
 */
const PAGE = `
select ${EVENT_COLUMNS}, is_of_network, date_part('epoch', occurred_at) * 1000 as at, place,
  ${NAMES_POLICY}, payload, decision
from (
  select * from (
    select *, network_ids @> array[$1::uuid] as is_of_network,
      row_number() over (order by occurred_at, query_event_id)::int as place from (
      select ${EVENT_COLUMNS}, occurred_at, asked from query_event
      where occurred_at < $2 and (occurred_at, query_event_id) > ($3, $4)
      order by occurred_at, query_event_id limit ${SEARCHED}
    ) searched
  ) numbered
  where is_of_network or place = ${SEARCHED}
  order by occurred_at, query_event_id limit ${READ}
) page
left join lateral (
  select payload, decision from query_text
  where occurred_at = page.occurred_at and query_event_id = page.query_event_id
) texts on true
order by occurred_at, query_event_id`;

interface Row extends EventColumns {
  readonly is_of_network: boolean;
  /** Milliseconds since 1970: a page has many, and a time is parsed more slowly. */
  readonly at: number;
  readonly names_policy: boolean;
  readonly place: number;
  /** Null for an archived query. */
  readonly payload: string | null;
  readonly decision: string | null;
}

/** The place of a query in the order of time. */
export interface Place {
  readonly placeAt: Date;
  readonly placeId: string;
}

/** A query as it is stored: the texts are JSON, null for a query without a recorded decision. */
export interface StoredTexts extends EventColumns {
  readonly payload: string;
  readonly decision: string | null;
  readonly names_policy: boolean;
}

/** A past query whose decision is not parsed. */
export interface StoredQuery {
  readonly event: QueryEvent;
  readonly decision: string | null;
  readonly namesPolicy: boolean;
}

export interface ParsedQuery extends StoredQuery {
  readonly decided: Decision | undefined;
}

/** Past queries, without the certificates that they issued. */
export interface PageOfQueries {
  readonly queries: readonly StoredTexts[];
  /** Undefined on the last page. */
  readonly next: Place | undefined;
}

/** The past queries of a network, also archived ones, in the order of time. */
@Injectable()
export class PastQueries {
  constructor(
    private readonly dataSource: DataSource,
    private readonly texts: QueryTexts,
    private readonly decisions: DecisionRepository,
  ) {}

  /** @throws OPERATION_FAILED when the archive of a query cannot be read */
  async page(
    networkId: string,
    { placeAt, placeId }: Place,
    periodEnd: Date,
  ): Promise<PageOfQueries> {
    const found = await this.dataSource.query<Row[]>(PAGE, [
      ...[networkId, periodEnd, placeAt, placeId],
    ]);
    const own = found.filter((row) => row.is_of_network);
    const queries = await this.withTexts(own);
    const isWhole = queries.length === own.length;
    const last = isWhole ? found.at(-1) : queries.at(-1);
    const isLast = isWhole && found.length < READ && last?.place !== SEARCHED;
    return {
      queries,
      next: isLast || !last ? undefined : placeOf(last),
    };
  }

  private async withTexts(rows: readonly Row[]): Promise<(Row & StoredTexts)[]> {
    const stored = rows.filter(isStored);
    if (stored.length === rows.length) return stored;
    const queries = rows.map((row) => ({ ...row, occurred_at: new Date(row.at) }));
    return this.texts.of(queries, { isPage: true });
  }

  async decided(queries: readonly ParsedQuery[]): Promise<DecidedQuery[]> {
    const read = queries.map(({ event, decided, namesPolicy }) => ({
      ...{ event, namesPolicy, decision: decided },
      certificate: undefined,
    }));
    const selectionsOf = await this.decisions.selectionsIn(read);
    return read.map((query) => ({ ...query, selectionsOf }));
  }
}

function isStored(row: Row): row is Row & StoredTexts {
  return row.payload !== null;
}

function placeOf({ at, query_event_id }: Row): Place {
  return { placeAt: new Date(at), placeId: query_event_id };
}
