import { ForwardOnlyMigration } from '@ndx/postgres';
import type { QueryRunner } from 'typeorm';

/** The body of an archived certificate is in a file; the rest of the row stays (decision 0100). */
export class ArchiveCertificates1700002000000 extends ForwardOnlyMigration {
  readonly name = 'ArchiveCertificates1700002000000';

  async up(runner: QueryRunner): Promise<void> {
    // One row for each file. Its certificates are consecutive in the order of their ids.
    await runner.query(`
      create table certificate_archive (
        part integer generated always as identity primary key,
        file text not null,
        sha256 text not null,
        bytes bigint not null,
        certificates integer not null,
        last_certificate_id uuid not null,
        archived_at timestamptz not null default now()
      )`);
    // Without a default: changes the catalogue only, whatever the size of the table.
    await runner.query(`
      alter table certificate add column archive_part integer, alter column body drop not null`);
  }
}
