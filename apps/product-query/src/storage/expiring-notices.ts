import { MAX_NOTICE_WINDOW_DAYS } from '@ndx/contracts';
import type { ExpiringRows } from '@ndx/messaging';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

const NOTICES = `
delete from notice where notice_id in (
  select notice_id from notice where created_at < now() - interval '${MAX_NOTICE_WINDOW_DAYS} days'
  order by created_at limit $1 for update skip locked)`;

const ANSWERS = `
with old as (
  select query_event_id from followed_answer
  where occurred_at < now() - interval '${MAX_NOTICE_WINDOW_DAYS} days'
  order by occurred_at limit $1 for update skip locked
), due as (
  delete from due_answer where query_event_id in (select query_event_id from old)
)
delete from followed_answer where query_event_id in (select query_event_id from old)`;

/** Notices are kept for 13 months. */
@Injectable()
export class ExpiringNotices implements ExpiringRows {
  readonly table = 'notice';

  constructor(private readonly dataSource: DataSource) {}

  deleteExpired(limit: number): Promise<number> {
    return deleted(this.dataSource, NOTICES, limit);
  }
}

/** Answers are followed for as long as an endpoint can ask for. */
@Injectable()
export class ExpiringAnswers implements ExpiringRows {
  readonly table = 'followed_answer';

  constructor(private readonly dataSource: DataSource) {}

  deleteExpired(limit: number): Promise<number> {
    return deleted(this.dataSource, ANSWERS, limit);
  }
}

async function deleted(dataSource: DataSource, statement: string, limit: number) {
  const [, count] = await dataSource.query<[unknown[], number]>(statement, [limit]);
  return count;
}
