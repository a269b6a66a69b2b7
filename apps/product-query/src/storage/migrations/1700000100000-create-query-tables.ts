import { ForwardOnlyMigration } from '@ndx/postgres';
import type { QueryRunner } from 'typeorm';

export class CreateQueryTables1700000100000 extends ForwardOnlyMigration {
  readonly name = 'CreateQueryTables1700000100000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of [
      ...CONSENTS_AND_POLICIES,
      ...PARTIES,
      ...FURNISHED,
      ...CERTIFICATES,
      ...QUERY_EVENTS,
      ...REPLAYS,
    ]) {
      await runner.query(statement);
    }
  }
}

// In a copied state, `event_id` is the event that brought the row to its revision: another event at
// that revision comes from a lost history. `state_revision` is the revision of the newest event with
// selections, because a retirement can have a higher revision.
const CONSENTS_AND_POLICIES = [
  `create table consent_copy (
    consent_id uuid primary key,
    revision integer not null,
    match_hashes text[] not null,
    state text not null,
    event_id uuid
  )`,
  // Finds the consents of a template query's subject. Without a pending list, which every query
  // would scan.
  `create index consent_copy_by_subject on consent_copy using gin (match_hashes)
    with (fastupdate = off)`,
  // Ends are stored apart from the states that they end, so that they may arrive first.
  `create table consent_end (
    consent_id uuid not null,
    ended text not null,
    revision integer not null,
    event_id uuid not null,
    ended_at timestamptz not null,
    primary key (consent_id, ended)
  )`,
  `create table policy_copy (
    policy_id uuid primary key,
    revision integer not null,
    version integer not null,
    network_id uuid not null,
    product_id uuid not null,
    status text not null,
    is_default boolean not null,
    enforced boolean not null,
    model_selections text not null,
    state_revision integer not null,
    event_id uuid,
    -- The consent requirement of a query under the policy; null is the default of the product.
    consent text,
    permissible_purposes text
  )`,
  // The default of a network, found within the single read of a query.
  `create index policy_copy_default on policy_copy (network_id, product_id)
    where is_default and status = 'published'`,
  // The versions that explain decided queries (decision 0075).
  `create table policy_version (
    policy_id uuid not null,
    version integer not null,
    model_selections text not null,
    consent text,
    permissible_purposes text not null,
    primary key (policy_id, version)
  )`,
];

const PARTIES = [
  `create table attestation_copy (
    attestation_id uuid primary key,
    revision integer not null,
    entity_id uuid not null,
    product_id uuid not null,
    created_at timestamptz not null,
    expires_at timestamptz not null,
    revoked_at timestamptz,
    event_id uuid
  )`,
  // The most recently created active one is the current one (contract 3, rule 3).
  `create index attestation_copy_current on attestation_copy (entity_id, product_id, created_at desc, attestation_id desc)
    where revoked_at is null`,
  `create table subject_copy (
    subject_id uuid primary key,
    network_id uuid not null,
    revision integer not null,
    match_hashes text[] not null,
    -- Distinguishes consumers from businesses in checks.
    subject_type text check (subject_type in ('consumer', 'business')),
    event_id uuid,
    -- The remaining subject of a merged one.
    merged_into uuid
  )`,
  // Finds the same business or consumer in another network (design 9).
  `create table subject_match (
    match_hash text not null,
    network_id uuid not null,
    subject_id uuid not null,
    primary key (match_hash, network_id, subject_id)
  )`,
  'create index subject_match_by_subject on subject_match (subject_id)',
  // The separations of businesses: they move records that arrive later, and explain past answers.
  `create table separation_copy (
    separation_id uuid primary key,
    subject_id uuid not null,
    new_subject_id uuid not null,
    record_ids uuid[] not null,
    -- In the form for comparison.
    legal_names text[] not null,
    separated_at timestamptz not null
  )`,
  'create index separation_copy_by_subject on separation_copy (subject_id)',
  `create table institution_copy (
    entity_id uuid primary key,
    revision integer not null,
    name text not null,
    event_id uuid
  )`,
];

const FURNISHED = [
  // One row for each furnisher and section of the certificate or data set of a template: its latest
  // verification. Furnishing keeps older ones.
  `create table statement (
    subject_id uuid not null,
    dataset text not null,
    model text not null,
    furnishing_entity_id uuid not null,
    network_id uuid not null,
    record_id uuid not null,
    performed_at timestamptz not null,
    furnished_at timestamptz not null,
    content text not null,
    -- The large values of a template's record, which are read once it is chosen.
    uploads text,
    -- The name and the registration of the business as the record states them, as JSON.
    stated_business text,
    -- The last furnished verification, when it is not the latest one: it is used for a caller who may
    -- not see verification times (decision 0001).
    newest_record_id uuid,
    newest_furnished_at timestamptz,
    newest_content text,
    newest_uploads text,
    newest_stated_business text,
    primary key (subject_id, dataset, model, furnishing_entity_id)
  )`,
  // The ends of records. A record may arrive after its end.
  `create table record_copy (
    record_id uuid primary key,
    revision integer not null,
    network_id uuid not null,
    subject_id uuid not null,
    furnishing_entity_id uuid not null,
    state text not null,
    reason text,
    corrected_by_record_id uuid,
    ended_at timestamptz not null,
    event_id uuid
  )`,
  `create table record_dispute (
    dispute_id uuid primary key,
    revision integer not null,
    record_id uuid not null,
    model_name text not null,
    field_name text,
    state text not null,
    outcome text,
    opened_at timestamptz not null,
    decided_at timestamptz
  )`,
  'create index record_dispute_by_record on record_dispute (record_id)',
];

const CERTIFICATES = [
  // All bodies have the same member names: compressed, one of 3.9 kB takes 1.5 kB.
  // Storage `main` keeps a body in its row, where `extended` could move it to another table. The body
  // of an archived certificate is in a file; the rest of the row stays (decision 0100).
  `create table certificate (
    certificate_id uuid primary key,
    query_event_id uuid not null,
    entity_id uuid not null,
    network_ids uuid[] not null,
    policy_id uuid,
    policy_version integer,
    consent_id uuid,
    record_ids uuid[] not null,
    issued_at timestamptz not null,
    body text storage main,
    archive_part integer
  )`,
  // Takes less processor time than the default method, but a server can be built without it.
  `do $$ begin
    alter table certificate alter column body set compression lz4;
  exception when feature_not_supported then null;
  end $$`,
  // Pages through an institution's certificates.
  'create index certificate_by_institution on certificate (entity_id, certificate_id)',
  // One row for each file. Its certificates are consecutive in the order of their ids.
  `create table certificate_archive (
    part integer generated always as identity primary key,
    file text not null,
    sha256 text not null,
    bytes bigint not null,
    certificates integer not null,
    last_certificate_id uuid not null,
    archived_at timestamptz not null default now()
  )`,
];

const QUERY_EVENTS = [
  // The payload and the decision of an archived query are in a file; its row stays (decision 0100).
  // The daily counts read the last four columns of an archived query. The target stores a decision in
  // the row, without compression at each query.
  `create table query_event (
    query_event_id uuid primary key,
    querying_entity_id uuid not null,
    network_ids uuid[] not null,
    occurred_at timestamptz not null,
    payload text,
    decision text,
    archive_part integer,
    product_slug text,
    kind text,
    outcome text,
    billable boolean
  ) with (toast_tuple_target = 8160)`,
  // The reconciliation feed reads by time (design 9).
  'create index query_event_by_time on query_event (occurred_at, query_event_id)',
  // One row for each file. Its last query is the last in the order of the feed.
  `create table query_event_archive (
    part integer generated always as identity primary key,
    file text not null,
    sha256 text not null,
    bytes bigint not null,
    query_events integer not null,
    last_occurred_at timestamptz not null,
    last_query_event_id uuid not null,
    archived_at timestamptz not null default now()
  )`,
  // The evidence of a query names its audit entries (decision 0076). A hash is smaller than a tree of
  // the ids; each published query adds an entry for each network.
  'create index audit_entry_by_subject on audit_entry using hash (subject)',
];

// The number of replays by result, and the queries whose last replay differed (decision 0076).
const REPLAYS = [
  `create table replay_count (
    code text primary key,
    count bigint not null
  )`,
  `create table replay_mismatch (
    query_event_id uuid primary key,
    code text not null,
    path text not null,
    found_at timestamptz not null default now()
  )`,
];
