import { ForwardOnlyMigration } from '@ndx/postgres';
import type { QueryRunner } from 'typeorm';

export class CreateFurnishing1700000100000 extends ForwardOnlyMigration {
  readonly name = 'CreateFurnishing1700000100000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table submission (
        id uuid primary key,
        network_id uuid not null,
        furnishing_entity_id uuid not null,
        account_id uuid not null,
        dataset text not null,
        program_name text,
        application_date date,
        record_count integer not null,
        accepted_count integer not null,
        submitted_at timestamptz not null,
        -- The furnisher's own time, by which its ages and attestations were judged.
        judged_at timestamptz not null
      )`);
    // Pages through an institution's submissions.
    await runner.query(
      'create index submission_by_furnisher on submission (furnishing_entity_id, id)',
    );
    // Pages through those of one kind of data.
    await runner.query(
      'create index submission_by_dataset on submission (furnishing_entity_id, dataset, id)',
    );
    // Pages through those with a rejected record, which are few among all.
    await runner.query(`
      create index submission_rejected on submission (furnishing_entity_id, id)
        where accepted_count < record_count`);
    // The submissions of an institution in a period.
    await runner.query(
      'create index submission_by_time on submission (furnishing_entity_id, submitted_at)',
    );
    // The accepted records of a network and a period, which simulations of policies examine.
    await runner.query(`
      create index submission_by_period on submission (network_id, dataset, submitted_at, id)
        where accepted_count > 0`);
    await runner.query(`
      create table furnished_record (
        id uuid primary key,
        submission_id uuid not null references submission,
        position integer not null,
        subject_type text not null check (subject_type in ('business', 'consumer')),
        subject_id uuid not null,
        stated_business jsonb,
        corrects uuid references furnished_record,
        models jsonb not null
      )`);
    await runner.query(`
      create table document (
        id uuid primary key,
        network_id uuid not null,
        furnishing_entity_id uuid not null,
        bytes integer not null,
        sha256 text not null,
        media_type text not null,
        state text not null,
        rejection text,
        scanned boolean not null,
        received_bytes integer not null,
        created_at timestamptz not null,
        referenced boolean not null default false,
        file_name text
      )`);
    // The documents of an institution, in the order of their upload.
    await runner.query('create index document_by_furnisher on document (furnishing_entity_id, id)');
    // The documents that no record references: those of an institution, and the oldest, which may
    // have expired.
    await runner.query(`
      create index document_unreferenced_by_furnisher on document (furnishing_entity_id)
        where not referenced`);
    await runner.query(`
      create index document_unreferenced_by_time on document (created_at) where not referenced`);
    await runner.query(`
      create table document_part (
        document_id uuid not null references document on delete cascade,
        start integer not null,
        content text not null,
        primary key (document_id, start)
      )`);
    await runner.query(`
      create table document_reference (
        document_id uuid not null references document on delete cascade,
        record_id uuid not null references furnished_record,
        primary key (document_id, record_id)
      )`);
    // The documents of a record that ends.
    await runner.query(
      'create index document_reference_by_record on document_reference (record_id)',
    );
    // Final; the record stays for replays.
    await runner.query(`
      create table record_end (
        id uuid primary key references furnished_record,
        network_id uuid not null,
        submission_id uuid not null,
        furnishing_entity_id uuid not null,
        state text not null,
        reason text,
        reason_text text,
        corrected_by uuid,
        ended_at timestamptz not null,
        revision integer not null
      )`);
    // Pages through a furnisher's records in a network that ended in one way.
    await runner.query(
      `create index record_end_by_furnisher on record_end
       (network_id, furnishing_entity_id, state, submission_id, id)`,
    );
    await runner.query(`
      create table dispute (
        id uuid primary key,
        network_id uuid not null,
        record_id uuid not null references furnished_record,
        furnishing_entity_id uuid not null,
        disputing_entity_id uuid not null,
        query_event_id uuid,
        on_behalf_of_subject boolean not null,
        model_name text not null,
        field_name text,
        reason text not null,
        reason_text text,
        attachment_sha256 text,
        opened_at timestamptz not null,
        acknowledge_by timestamptz not null,
        acknowledged_at timestamptz,
        decide_by timestamptz not null,
        decided_at timestamptz,
        outcome text,
        decision_reason text,
        decision_text text,
        statement_text text,
        stated_at timestamptz,
        statement_removed_at timestamptz,
        revision integer not null
      )`);
    // The disputes of each side, of a network, and of a record.
    await runner.query('create index dispute_by_disputing on dispute (disputing_entity_id)');
    await runner.query('create index dispute_by_furnisher on dispute (furnishing_entity_id)');
    await runner.query('create index dispute_by_network on dispute (network_id)');
    await runner.query('create index dispute_by_record on dispute (record_id)');
    // A submission's records in order, with unique indexes.
    await runner.query(
      'create unique index furnished_record_by_submission on furnished_record (submission_id, position)',
    );
    // The records of a subject that is separated.
    await runner.query('create index furnished_record_by_subject on furnished_record (subject_id)');
    await runner.query(`
      create table furnishing_policy_copy (
        policy_id uuid primary key,
        revision integer not null,
        version integer not null,
        network_id uuid not null,
        product_id uuid not null,
        active_on timestamptz,
        deprecated_on timestamptz,
        required_fields text[] not null,
        attestation_required boolean not null,
        max_age_days integer,
        -- The event that brought the row to its revision. Another event at that revision comes from
        -- a lost history.
        event_id uuid
      )`);
    // Finds the effective policy of a (network, product), in the order of AcceptanceTerms.
    await runner.query(`
      create index furnishing_policy_copy_governing on furnishing_policy_copy
        (network_id, product_id, active_on desc, version desc, policy_id)
        where active_on is not null`);
    await runner.query(`
      create table attestation_copy (
        attestation_id uuid primary key,
        revision integer not null,
        entity_id uuid not null,
        product_id uuid not null,
        created_at timestamptz not null,
        expires_at timestamptz not null,
        revoked_at timestamptz,
        event_id uuid
      )`);
    // Finds the active attestations of a furnisher for a product.
    await runner.query(`
      create index attestation_copy_active on attestation_copy (entity_id, product_id, expires_at)
        where revoked_at is null`);
    // The attestations that a furnisher had at an earlier time, ended ones too.
    await runner.query(
      'create index attestation_copy_by_furnisher on attestation_copy (entity_id, product_id)',
    );
  }
}
