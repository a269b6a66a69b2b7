import { ForwardOnlyMigration } from '@ndx/postgres';
import type { QueryRunner } from 'typeorm';

export class CreateAudit1700000000400 extends ForwardOnlyMigration {
  readonly name = 'CreateAudit1700000000400';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of STATEMENTS) await runner.query(statement);
  }
}

const STATEMENTS = [
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

  // Protects against mistakes. The hashes detect changes by a user who can disable it.
  `create function refuse_change_of_audit() returns trigger language plpgsql as $$
  begin
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
];
