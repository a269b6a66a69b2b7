import { ForwardOnlyMigration } from '@ndx/postgres';
import type { QueryRunner } from 'typeorm';

export class CreateQueryTables1700000100000 extends ForwardOnlyMigration {
  readonly name = 'CreateQueryTables1700000100000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table consent_copy (
        consent_id uuid primary key,
        revision integer not null,
        match_hashes text[] not null,
        state text not null
      )`);
    await runner.query(`
      create table policy_copy (
        policy_id uuid primary key,
        revision integer not null,
        version integer not null,
        network_id uuid not null,
        product_id uuid not null,
        status text not null,
        is_default boolean not null,
        enforced boolean not null,
        model_selections text not null
      )`);
    // The default of a network, found within the single read of a query.
    await runner.query(`
      create index policy_copy_default on policy_copy (network_id, product_id)
        where is_default and status = 'published'`);
    await runner.query(`
      create table attestation_copy (
        attestation_id uuid primary key,
        revision integer not null,
        entity_id uuid not null,
        product_id uuid not null,
        created_at timestamptz not null,
        expires_at timestamptz not null,
        revoked_at timestamptz
      )`);
    // The most recently created active one is the current one (contract 3, rule 3).
    await runner.query(`
      create index attestation_copy_current on attestation_copy (entity_id, product_id, created_at desc, attestation_id desc)
        where revoked_at is null`);
    await runner.query(`
      create table subject_copy (
        subject_id uuid primary key,
        network_id uuid not null,
        revision integer not null,
        match_hashes text[] not null
      )`);
    // Finds the same business or consumer in another network (design 9).
    await runner.query(`
      create table subject_match (
        match_hash text not null,
        network_id uuid not null,
        subject_id uuid not null,
        primary key (match_hash, network_id, subject_id)
      )`);
    await runner.query('create index subject_match_by_subject on subject_match (subject_id)');
    await runner.query(`
      create table institution_copy (
        entity_id uuid primary key,
        revision integer not null,
        name text not null
      )`);
    // One row for each furnisher and section: its latest verification. Furnishing keeps older ones.
    await runner.query(`
      create table kyb_section (
        business_id uuid not null,
        model text not null,
        furnishing_entity_id uuid not null,
        network_id uuid not null,
        record_id uuid not null,
        performed_at timestamptz not null,
        furnished_at timestamptz not null,
        content text not null,
        primary key (business_id, model, furnishing_entity_id)
      )`);
    // A body has about four kilobytes; it is stored inline and uncompressed, which saves work per
    // query.
    await runner.query(`
      create table certificate (
        certificate_id uuid primary key,
        query_event_id uuid not null,
        entity_id uuid not null,
        network_ids uuid[] not null,
        policy_id uuid,
        policy_version integer,
        consent_id uuid,
        record_ids uuid[] not null,
        issued_at timestamptz not null,
        body text not null
      ) with (toast_tuple_target = 8160)`);
    await runner.query(`
      create table query_event (
        query_event_id uuid primary key,
        querying_entity_id uuid not null,
        network_ids uuid[] not null,
        occurred_at timestamptz not null,
        payload text not null
      )`);
    // The reconciliation feed reads by time (design 9).
    await runner.query(
      'create index query_event_by_time on query_event (occurred_at, query_event_id)',
    );
  }
}
