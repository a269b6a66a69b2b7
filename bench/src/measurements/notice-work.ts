import { setTimeout as pause } from 'node:timers/promises';
import type { LocalNetwork } from '@ndx/tools/network/local-network';
import pg from 'pg';

const POLL_MS = 500;

/** A new answer is due half a minute after its query, and once a day later. */
const LEFT = `
select (select count(*) from notice_cause) + (select count(*) from notice_backfill)
  + (select count(*) from due_answer where due_at < now() + interval '1 hour') as count`;

const NOTICES = 'select count(*) from notice';

/** The work of product-query on notices, in its database. */
export class NoticeWork {
  private constructor(private readonly client: pg.Client) {}

  static async open({ databases }: LocalNetwork): Promise<NoticeWork> {
    const client = new pg.Client({ connectionString: databases.urls.get('product-query') });
    await client.connect();
    return new NoticeWork(client);
  }

  /** The number of notices so far. */
  notices(): Promise<number> {
    return this.count(NOTICES);
  }

  /** Waits until every answer is reviewed. */
  async untilDone(): Promise<void> {
    while ((await this.count(LEFT)) > 0) await pause(POLL_MS);
  }

  close(): Promise<void> {
    return this.client.end();
  }

  private async count(statement: string): Promise<number> {
    const { rows } = await this.client.query<{ count: string }>(statement);
    return Number(rows[0]?.count);
  }
}
