import { MAX_NOTICE_WINDOW_DAYS } from '@ndx/contracts';
import { inTransaction } from '@ndx/postgres';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { followAnswers } from './follow-answers.js';
import { QueryTexts } from './query-texts.js';
import { EVENT_COLUMNS, eventOf, type EventColumns } from './stored-event.js';

/** Query events that a step looks through, of any institution. */
const SEARCHED = 10_000;

/** Query events whose texts a step reads. */
const READ = 1_000;

interface Backfill {
  readonly entity_id: string;
  readonly place_at: Date | null;
  readonly place_id: string | null;
}

/** Each transaction that does not see the endpoints yet is below it. */
const FENCE = `
update notice_backfill set fence = pg_snapshot_xmax(pg_current_snapshot())
where entity_id in (
  select entity_id from notice_backfill where fence is null order by entity_id
  for update skip locked)
returning 1`;

const TAKE = `
select entity_id, place_at, place_id from notice_backfill
where fence <= pg_snapshot_xmin(pg_current_snapshot())
order by entered_at limit 1 for update skip locked`;

const MOVE = 'update notice_backfill set place_at = $2, place_id = $3 where entity_id = $1';

const END = 'delete from notice_backfill where entity_id = $1';

/** Walks the index query_event_by_time. The last row is the place of the next step, if there is one. */
const SEARCH = `
with searched as materialized (
  select query_event_id, querying_entity_id, row_number() over ()::int as place
  from (
    select query_event_id, querying_entity_id from query_event
    where occurred_at >= now() - interval '${MAX_NOTICE_WINDOW_DAYS} days'
      and (occurred_at, query_event_id) > (coalesce($2::timestamptz, '-infinity'),
        coalesce($3::uuid, '00000000-0000-0000-0000-000000000000'))
    order by occurred_at, query_event_id limit ${SEARCHED}
  ) oldest
), found as materialized (
  select query_event_id, place from searched
  where querying_entity_id = $1 or place = ${SEARCHED} order by place limit ${READ}
)
select ${EVENT_COLUMNS}, occurred_at, asked, place
from found join query_event using (query_event_id) order by place`;

/** Except the certificates that were renewed. The texts can be from the archive. */
const FOLLOW = followAnswers(`(
  select query_event_id, querying_entity_id, network_ids, occurred_at, texts.data, texts.decision,
    asked
  from unnest($1::uuid[], $2::text[], $3::text[]) as texts (query_event_id, data, decision)
  join query_event using (query_event_id)
  where not exists (
    select from notice
    where notice.query_event_id = query_event.query_event_id and replaced_by is not null)
)`);

/** All of them are assembled, including answers that were followed before. */
const MARK = `
insert into due_answer (query_event_id, due_at)
select query_event_id, now() from followed_answer where query_event_id = any($1::uuid[])
order by query_event_id
on conflict (query_event_id) do update set due_at = least(due_answer.due_at, excluded.due_at)`;

interface Found extends EventColumns {
  readonly occurred_at: Date;
  readonly asked: string | null;
  readonly place: number;
}

/** Follows the past answers of institutions whose endpoints are new or changed. */
@Injectable()
export class NoticeBackfills {
  constructor(
    private readonly dataSource: DataSource,
    private readonly texts: QueryTexts,
  ) {}

  /**
   * A step of the oldest subscription. Replicas can call it concurrently.
   * @returns whether there was one to work on
   * @throws OPERATION_FAILED when the archive of a query cannot be read
   */
  async step(): Promise<boolean> {
    const [fenced] = await this.dataSource.query<[unknown[], number]>(FENCE);
    const isAtWork = await inTransaction(this.dataSource, async (manager) => {
      const [backfill] = await manager.query<Backfill[]>(TAKE);
      if (!backfill) return false;
      const { entity_id: id } = backfill;
      const last = await this.follow(manager, backfill);
      if (last) await manager.query(MOVE, [id, last.occurred_at, last.query_event_id]);
      else await manager.query(END, [id]);
      return true;
    });
    return isAtWork || fenced.length > 0;
  }

  /** Returns the last row that it looked through; undefined at the end. */
  private async follow(manager: EntityManager, backfill: Backfill): Promise<Found | undefined> {
    const { entity_id: id, place_at, place_id } = backfill;
    const found = await manager.query<Found[]>(SEARCH, [id, place_at, place_id]);
    const own = found.filter((row) => row.querying_entity_id === id && row.asked !== null);
    const rows = await this.texts.of(own);
    await manager.query(FOLLOW, [
      rows.map((row) => row.query_event_id),
      ...[rows.map((row) => JSON.stringify(eventOf(row))), rows.map((row) => row.decision)],
    ]);
    await manager.query(MARK, [rows.map((row) => row.query_event_id)]);
    const last = found.at(-1);
    return found.length === READ || last?.place === SEARCHED ? last : undefined;
  }
}
