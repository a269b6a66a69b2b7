import { ForwardOnlyMigration } from '@ndx/postgres';
import type { QueryRunner } from 'typeorm';

/** The audit log tables in every service's database. */
export class CreateAudit1700000000400 extends ForwardOnlyMigration {
  readonly name = 'CreateAudit1700000000400';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of [...TABLES, READ_DATA, ...PROTECTION]) await runner.query(statement);
  }
}

const TABLES = [
  // The time is stored as the text that was hashed. The salt, the data and the request id can be
  // erased: the leaf has a commitment to them.
  `create table audit_entry (
    network uuid not null,
    seq bigint not null,
    event_id uuid not null,
    type text not null,
    subject text not null,
    account_id uuid,
    request_id text,
    occurred_at text not null,
    salt text,
    data text,
    content text not null,
    hash text not null,
    primary key (network, seq)
  )`,

  // Hashes of complete subtrees of 256^level leaves, which the tiles above the lowest level have.
  `create table audit_node (
    network uuid not null,
    level integer not null,
    n bigint not null,
    hash text not null,
    primary key (network, level, n)
  )`,

  // The complete subtrees of the whole tree, the largest first, and its signed note.
  `create table audit_head (
    network uuid primary key,
    size bigint not null,
    hashes text not null,
    checkpoint text not null
  )`,

  // Archived entries are in files, with one row for each; the hashes of the leaves stay. The newest
  // row of a log is its cut, after which the log continues in the database (decision 0101).
  `create table audit_archive (
    network uuid not null,
    first_seq bigint not null,
    last_seq bigint not null,
    file text not null,
    sha256 text not null,
    first_at text not null,
    subjects integer[] not null,
    hashes text[] not null,
    signature text not null,
    primary key (network, last_seq)
  )`,
  // Finds the files with entries about a subject.
  `create index audit_archive_by_subject on audit_archive using gin (subjects)`,
];

/** The data of an entry as an object; null for an altered entry that has none. */
const READ_DATA = `
  create function audit_data(data text) returns jsonb language plpgsql immutable strict as $$
  begin
    return case when left(data, 1) = '{' then data::jsonb end;
  exception when data_exception then
    return null;
  end $$`;

const PROTECTION = [
  // Protects against mistakes. The checkpoints detect changes by a user who can disable it. Permits
  // the removal of an entry that is archived, of the record of a part that was restored, and of
  // the content of an entry.
  `create function refuse_change_of_audit() returns trigger language plpgsql as $$
  begin
    if tg_op = 'UPDATE' and tg_table_name = 'audit_entry' then
      if new = jsonb_populate_record(old, '{"salt": null, "data": null, "request_id": null}') then
        return new;
      end if;
    elsif tg_op = 'DELETE' and tg_table_name = 'audit_entry' then
      if exists (
        select from audit_archive
        where network = old.network and last_seq >= old.seq and first_seq <= old.seq) then
        return old;
      end if;
    elsif tg_op = 'DELETE' and tg_table_name = 'audit_archive' then
      if exists (select from audit_entry where network = old.network and seq = old.last_seq) then
        return old;
      end if;
    end if;
    raise exception 'the audit log is append-only: % of % is refused', tg_op, tg_table_name;
  end $$`,
  ...['audit_entry', 'audit_node', 'audit_archive'].flatMap((table) => [
    `create trigger append_only before update or delete on ${table}
     for each row execute function refuse_change_of_audit()`,
    `create trigger append_only_as_a_whole before truncate on ${table}
     for each statement execute function refuse_change_of_audit()`,
  ]),
  `create trigger kept before delete on audit_head
   for each row execute function refuse_change_of_audit()`,
  `create trigger kept_as_a_whole before truncate on audit_head
   for each statement execute function refuse_change_of_audit()`,
];
