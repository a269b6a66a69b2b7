import { ForwardOnlyMigration } from '@ndx/postgres';
import type { QueryRunner } from 'typeorm';

/** Archived entries are in files; the database has where the chain continues (decision 0101). */
export class ArchiveAudit1700002200400 extends ForwardOnlyMigration {
  readonly name = 'ArchiveAudit1700002200400';
  /** The function permits more than before; no released version deletes an entry. */
  override readonly contract = { unusedSince: '0.1.0' };

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of STATEMENTS) await runner.query(statement);
  }
}

const STATEMENTS = [
  // One row for each file. The newest row of a chain is its cut.
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

  // Permits the removal of an entry that is archived, and of the record of a part that was restored.
  `create or replace function refuse_change_of_audit() returns trigger language plpgsql as $$
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
  `create trigger append_only before update or delete on audit_archive
   for each row execute function refuse_change_of_audit()`,
  `create trigger append_only_as_a_whole before truncate on audit_archive
   for each statement execute function refuse_change_of_audit()`,
];
