import type { QueryEvent } from '@ndx/contracts';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Decision } from '../domain/decision.js';
import { DecisionRepository, type DecidedQuery } from './decision-repository.js';
import type { Position } from './query-event-repository.js';

export interface RecordUseFilter {
  readonly networkId: string;
  readonly furnishingEntityId: string;
  readonly from: Date | undefined;
  readonly after: Position | undefined;
  readonly limit: number;
}

export interface RecordUsePage {
  readonly queries: readonly (DecidedQuery & { readonly decision: Decision })[];
  /** Where the search ended; undefined when there was no query to look through. */
  readonly end: Position | undefined;
}

/** Most queries that one page looks through. */
const SEARCHED = 1_000;

/**
 * The queries after a position whose decisions mention an institution and, last, the one at which
 * the search ended. Walks the index query_event_by_time.
 */
const LIST = `
with searched as materialized (
  select query_event_id, occurred_at, payload, decision from query_event
  where network_ids @> array[$1::uuid] and occurred_at >= coalesce($2::timestamptz, '-infinity')
    and (occurred_at, query_event_id) >
        (coalesce($3::timestamptz, '-infinity'), coalesce($4::uuid, '00000000-0000-0000-0000-000000000000'))
  order by occurred_at, query_event_id
  limit ${SEARCHED}
)
(select payload, decision from searched where strpos(decision, $5) > 0
 order by occurred_at, query_event_id limit $6)
union all
(select payload, null from searched order by occurred_at desc, query_event_id desc limit 1)`;

@Injectable()
export class RecordUseRepository {
  constructor(
    private readonly dataSource: DataSource,
    private readonly decisions: DecisionRepository,
  ) {}

  async list(filter: RecordUseFilter): Promise<RecordUsePage> {
    const rows = await this.dataSource.query<{ payload: string; decision: string | null }[]>(LIST, [
      filter.networkId,
      filter.from ?? null,
      filter.after?.occurredAt ?? null,
      filter.after?.queryEventId ?? null,
      filter.furnishingEntityId,
      filter.limit,
    ]);
    const found = rows.map(({ payload, decision }) => ({
      event: JSON.parse(payload) as QueryEvent,
      decision: decision === null ? undefined : (JSON.parse(decision) as Decision),
    }));
    const selectionsOf = await this.decisions.selectionsIn(found);
    const queries = found.flatMap(({ event, decision }) =>
      decision ? [{ event, decision, selectionsOf, certificate: undefined }] : [],
    );
    // A full page ends at its last query, any other where the search did.
    const last = queries.length === filter.limit ? queries.at(-1) : found.at(-1);
    return {
      queries,
      end: last && { occurredAt: last.event.occurred_at, queryEventId: last.event.query_event_id },
    };
  }
}
