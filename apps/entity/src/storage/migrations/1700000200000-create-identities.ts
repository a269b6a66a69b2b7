import { ForwardOnlyMigration } from '@ndx/postgres';
import type { QueryRunner } from 'typeorm';

export class CreateIdentities1700000200000 extends ForwardOnlyMigration {
  readonly name = 'CreateIdentities1700000200000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('create extension if not exists pg_trgm');
    await runner.query(`
      create table consumer_identity (
        id uuid primary key,
        network_id uuid not null references network,
        identifier text not null,
        first_name text not null,
        first_name_folded text not null,
        last_name text not null,
        last_name_folded text not null,
        date_of_birth date not null,
        email text,
        phone text,
        ssn_sealed text not null,
        ssn_index text not null,
        ssn_last_four text not null,
        ssn_match_hash text not null,
        created_at timestamptz not null,
        updated_at timestamptz not null,
        revision integer not null,
        -- One identity per subject and network, and the search by SSN.
        constraint consumer_by_ssn unique (ssn_index, network_id)
      )`);
    await runner.query(`
      create table business_identity (
        id uuid primary key,
        network_id uuid not null references network,
        identifier text not null,
        legal_name text,
        legal_name_folded text,
        dba_name text,
        dba_name_folded text,
        email text,
        phone text,
        website_url text,
        entity_type text,
        date_of_incorporation date,
        jurisdiction text,
        registration_identifier text,
        registration_key text,
        registration_match_hash text,
        ein_sealed text,
        ein_index text,
        ein_last_four text,
        ein_match_hash text,
        created_at timestamptz not null,
        updated_at timestamptz not null,
        revision integer not null,
        -- One identity per subject and network.
        constraint business_by_registration unique (registration_key, jurisdiction, network_id),
        -- One identity per EIN and network, and the search by EIN.
        constraint business_by_ein unique (ein_index, network_id)
      )`);
    for (const index of [
      // Searches without criteria: the newest of a network.
      'consumer_by_age on consumer_identity (network_id, created_at desc, id desc)',
      'business_by_age on business_identity (network_id, created_at desc, id desc)',
      // Search by date of birth.
      'consumer_by_date_of_birth on consumer_identity (network_id, date_of_birth, created_at desc)',
      // Partial matches of contract 4.2, one index for each parameter.
      'consumer_by_first_name on consumer_identity using gin (first_name_folded gin_trgm_ops)',
      'consumer_by_last_name on consumer_identity using gin (last_name_folded gin_trgm_ops)',
      'consumer_by_email on consumer_identity using gin (email gin_trgm_ops)',
      'business_by_legal_name on business_identity using gin (legal_name_folded gin_trgm_ops)',
      'business_by_dba_name on business_identity using gin (dba_name_folded gin_trgm_ops)',
      'business_by_email on business_identity using gin (email gin_trgm_ops)',
    ]) {
      await runner.query(`create index ${index}`);
    }
  }
}
