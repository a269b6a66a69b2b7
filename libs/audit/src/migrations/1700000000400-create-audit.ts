import { ForwardOnlyMigration } from '@ndx/postgres';
import type { QueryRunner } from 'typeorm';

/** The audit log tables in every service's database. */
export class CreateAudit1700000000400 extends ForwardOnlyMigration {
  readonly name = 'CreateAudit1700000000400';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of [...TABLES, ...PROTECTION]) await runner.query(statement);
  }
}

const TABLES = [
  // The time is stored as the text that was hashed.
  `create table audit_entry (
    chain uuid not null,
    seq bigint not null,
    event_id uuid not null,
    type text not null,
    subject text not null,
    account_id uuid,
    request_id text,
    occurred_at text not null,
    data text not null,
    previous_hash text not null,
    hash text not null,
    primary key (chain, seq)
  )`,

  `create table audit_head (
    chain uuid primary key,
    seq bigint not null,
    hash text not null,
    mac text not null
  )`,

  // Archived entries are in files, with one row for each. The newest row of a chain is its cut, after
  // which the chain continues in the database (decision 0101).
  `create table audit_archive (
    chain uuid not null,
    first_seq bigint not null,
    last_seq bigint not null,
    previous_hash text not null,
    hash text not null,
    file text not null,
    sha256 text not null,
    first_at text not null,
    subjects integer[] not null,
    mac text not null,
    primary key (chain, last_seq)
  )`,
  // Finds the files with entries about a subject.
  `create index audit_archive_by_subject on audit_archive using gin (subjects)`,
];

const PROTECTION = [
  // Protects against mistakes. The hashes detect changes by a user who can disable it. Permits the
  // removal of an entry that is archived, and of the record of a part that was restored.
  `create function refuse_change_of_audit() returns trigger language plpgsql as $$
  begin
    if tg_op = 'DELETE' and tg_table_name = 'audit_entry' then
      if exists (
        select from audit_archive
        where chain = old.chain and last_seq >= old.seq and first_seq <= old.seq) then
        return old;
      end if;
    elsif tg_op = 'DELETE' and tg_table_name = 'audit_archive' then
      if exists (select from audit_entry where chain = old.chain and seq = old.last_seq) then
        return old;
      end if;
    end if;
    raise exception 'the audit log is append-only: % of % is refused', tg_op, tg_table_name;
  end $$`,
  `create trigger append_only before update or delete on audit_entry
   for each row execute function refuse_change_of_audit()`,
  `create trigger append_only_as_a_whole before truncate on audit_entry
   for each statement execute function refuse_change_of_audit()`,
  `create trigger kept before delete on audit_head
   for each row execute function refuse_change_of_audit()`,
  `create trigger kept_as_a_whole before truncate on audit_head
   for each statement execute function refuse_change_of_audit()`,
  `create trigger append_only before update or delete on audit_archive
   for each row execute function refuse_change_of_audit()`,
  `create trigger append_only_as_a_whole before truncate on audit_archive
   for each statement execute function refuse_change_of_audit()`,
];
