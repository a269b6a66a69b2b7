import { ForwardOnlyMigration } from '@ndx/postgres';
import type { QueryRunner } from 'typeorm';

/**
 * Each institution has its own statement. The columns of an identity hold the first statement;
 * `stated_by` is null in rows from before authors were recorded.
 */
export class KeepStatements1700001000200 extends ForwardOnlyMigration {
  readonly name = 'KeepStatements1700001000200';

  async up(runner: QueryRunner): Promise<void> {
    for (const table of ['consumer_identity', 'business_identity']) {
      await runner.query(`
        alter table ${table}
          add column stated_by uuid,
          -- All statements, for searches; null: only the email.
          add column emails text,
          add column absorbed text[] not null default '{}',
          add column merged_into uuid references ${table}`);
    }
    await runner.query(`
      alter table consumer_identity
        add column ssn_ordinal integer not null default 0,
        -- Null for consumers that were matched by SSN only; entity fills it in.
        add column match_hashes text[]`);
    await runner.query(`
      create table consumer_statement (
        consumer_id uuid not null references consumer_identity,
        entity_id uuid not null,
        network_id uuid not null,
        position integer not null,
        first_name text not null,
        last_name text not null,
        date_of_birth date not null,
        email text,
        phone text,
        primary key (consumer_id, entity_id)
      )`);
    // Search by date of birth.
    await runner.query(`
      create index consumer_statement_by_date_of_birth
        on consumer_statement (network_id, date_of_birth)`);
    await runner.query(`
      create table business_statement (
        business_id uuid not null references business_identity,
        entity_id uuid not null,
        network_id uuid not null,
        position integer not null,
        legal_name text,
        dba_name text,
        email text,
        phone text,
        website_url text,
        entity_type text,
        date_of_incorporation date,
        primary key (business_id, entity_id)
      )`);
    await runner.query(`
      create table identity_conflict (
        conflict_id uuid primary key,
        network_id uuid not null references network,
        subject_type text not null check (subject_type in ('consumer', 'business')),
        -- The subject that opened the conflict first, then the existing ones.
        subject_ids uuid[] not null,
        status text not null check (status in ('open', 'merged', 'kept_apart')),
        into_subject_id uuid,
        opened_at timestamptz not null,
        resolved_at timestamptz
      )`);
    // The list of a network, oldest first.
    await runner.query(`
      create index identity_conflict_by_network
        on identity_conflict (network_id, status, conflict_id)`);
  }
}
