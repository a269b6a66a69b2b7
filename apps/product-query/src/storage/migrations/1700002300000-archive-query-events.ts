import { ForwardOnlyMigration } from '@ndx/postgres';
import type { QueryRunner } from 'typeorm';

/** The payload and the decision of an archived query are in a file; its row stays (decision 0104). */
export class ArchiveQueryEvents1700002300000 extends ForwardOnlyMigration {
  readonly name = 'ArchiveQueryEvents1700002300000';

  async up(runner: QueryRunner): Promise<void> {
    // One row for each file. Its last query is the last in the order of the feed.
    await runner.query(`
      create table query_event_archive (
        part integer generated always as identity primary key,
        file text not null,
        sha256 text not null,
        bytes bigint not null,
        query_events integer not null,
        last_occurred_at timestamptz not null,
        last_query_event_id uuid not null,
        archived_at timestamptz not null default now()
      )`);
    // Without defaults: changes the catalogue only, whatever the size of the table. The daily counts
    // read the last four of an archived query.
    await runner.query(`
      alter table query_event
        alter column payload drop not null,
        add column archive_part integer,
        add column product_slug text,
        add column kind text,
        add column outcome text,
        add column billable boolean`);
  }
}
