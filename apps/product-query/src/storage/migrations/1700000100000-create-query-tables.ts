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
      ...QUERY_TEXTS,
      ...REPLAYS,
      ...NOTICE_ENDPOINTS,
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
    approval jsonb,
    break_glass jsonb,
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
  'create index subject_copy_merged on subject_copy (merged_into) where merged_into is not null',
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
    separated_at timestamptz not null,
    -- Whether the records that count on either side were read in furnishing since it was applied.
    standing_applied boolean not null default false
  )`,
  'create index separation_copy_by_subject on separation_copy (subject_id)',
  'create index separation_copy_due on separation_copy (separation_id) where not standing_applied',
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
  // The newest sections of a network, whose values are counted (decision 0116). A partial index of
  // the certificate would be scanned by a query whose plan was made for an empty table.
  `create index statement_by_network on statement (network_id, model, furnished_at)`,
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
    event_id uuid,
    -- Whether the records that count in its place were read in furnishing since it was removed.
    standing_applied boolean not null default false
  )`,
  'create index record_copy_due on record_copy (record_id) where not standing_applied',
  `create table dispute_copy (
    dispute_id uuid primary key,
    revision integer not null,
    network_id uuid not null,
    record_id uuid not null,
    furnishing_entity_id uuid not null,
    disputing_entity_id uuid not null,
    query_event_id uuid,
    on_behalf_of_subject boolean not null,
    model_name text not null,
    field_name text,
    reason text not null,
    attachment_sha256 text,
    state text not null,
    outcome text,
    decision_reason text,
    opened_at timestamptz not null,
    acknowledge_by timestamptz not null,
    acknowledged_at timestamptz,
    decide_by timestamptz not null,
    decided_at timestamptz,
    stated_at timestamptz,
    statement_removed_at timestamptz,
    event_id uuid
  )`,
  'create index dispute_copy_by_record on dispute_copy (record_id)',
];

const CERTIFICATES = [
  // Its body is in `query_text`, at the time of its query.
  `create table certificate (
    certificate_id uuid primary key,
    query_event_id uuid not null,
    entity_id uuid not null,
    network_ids uuid[] not null,
    policy_id uuid,
    policy_version integer,
    consent_id uuid,
    record_ids uuid[] not null,
    issued_at timestamptz(3) not null
  )`,
  // Pages through an institution's certificates.
  'create index certificate_by_institution on certificate (entity_id, certificate_id)',
];

const QUERY_EVENTS = [
  // The last columns are those by which queries are counted and found.
  `create table query_event (
    query_event_id uuid primary key,
    querying_entity_id uuid not null,
    network_ids uuid[] not null,
    occurred_at timestamptz(3) not null,
    -- How the query named its policy, consent and subject, so that it can be made again.
    asked text,
    product_slug text not null,
    kind text not null,
    outcome text not null,
    billable boolean not null,
    subject_id uuid,
    consent_id uuid,
    policy_ids uuid[] not null,
    request_id text not null,
    -- Why there is no result; null with one.
    reason text
  )`,
  // The reconciliation feed reads by time (design 9). A search reads the index alone.
  `create index query_event_by_time on query_event (occurred_at, query_event_id)
    include (network_ids, querying_entity_id, product_slug, outcome)`,
  // A member reads its own queries, which may be few among those of its network.
  `create index query_event_by_institution on query_event
    (querying_entity_id, occurred_at, query_event_id)`,
  'create index query_event_by_product on query_event (product_slug, occurred_at, query_event_id)',
  `create index query_event_by_policy on query_event ((policy_ids[1]), occurred_at, query_event_id)
    where policy_ids[1] is not null`,
  `create index query_event_of_policies on query_event (occurred_at, query_event_id)
    where cardinality(policy_ids) > 1`,
  `create index query_event_by_subject on query_event (subject_id, occurred_at, query_event_id)
    where subject_id is not null`,
  `create index query_event_by_consent on query_event (consent_id, occurred_at, query_event_id)
    where consent_id is not null`,
  `create index query_event_by_reason on query_event (reason, occurred_at, query_event_id)
    include (network_ids, querying_entity_id) where reason is not null`,
  // A hash is smaller than a tree of the texts.
  'create index query_event_by_request on query_event using hash (request_id)',
  // The evidence of a query names its audit entries (decision 0076). A hash is smaller than a tree of
  // the ids; each published query adds an entry for each network.
  'create index audit_entry_by_subject on audit_entry using hash (subject)',
];

// The texts of queries, apart from their rows, so that those of a day can be dropped together (decision
// 0146). The service creates a partition for each day; the default one has the texts of other days.
const QUERY_TEXTS = [
  `create table query_text (
    occurred_at timestamptz(3) not null,
    query_event_id uuid not null,
    payload text not null,
    decision text,
    -- The issued certificate.
    body text,
    primary key (occurred_at, query_event_id)
  ) partition by range (occurred_at)`,
  // Storage `main` keeps a text in its row, where `extended` could move it to another table.
  ...['payload', 'decision', 'body'].map(
    (text) => `alter table query_text alter column ${text} set storage main`,
  ),
  // Takes less processor time than the default method, but a server can be built without it.
  `do $$ begin
    alter table query_text alter column body set compression lz4;
  exception when feature_not_supported then null;
  end $$`,
  'create table query_text_default partition of query_text default',
  // Compressed lines, each with the texts of a query: in a file, or in `content`.
  `create table query_text_part (
    part integer generated always as identity primary key,
    -- The times of its queries.
    period tstzrange not null,
    last_query_event_id uuid not null,
    queries integer not null,
    sha256 text not null,
    bytes bigint not null,
    file text,
    content bytea,
    -- The partition that has the texts, too, until it is dropped.
    partition text,
    archived_at timestamptz not null default now(),
    check ((file is null) <> (content is null))
  )`,
  // It is compressed.
  'alter table query_text_part alter column content set storage external',
  'create index query_text_part_by_time on query_text_part using gist (period)',
  `create index query_text_part_of_partition on query_text_part (partition, part)
    where partition is not null`,
  'create index query_text_part_stored on query_text_part (part) where content is not null',
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

const NOTICE_ENDPOINTS = [
  // The filters are null for all.
  `create table notice_endpoint (
    endpoint_id uuid primary key,
    entity_id uuid not null,
    url text,
    network_ids uuid[],
    product_ids text[],
    kinds text[],
    window_days integer,
    description text,
    state text not null,
    disabled_by text,
    algorithm text not null,
    secret text not null,
    previous_secret text,
    previous_secret_expires_at timestamptz,
    created_at timestamptz not null,
    revision integer not null
  )`,
  'create index notice_endpoint_by_institution on notice_endpoint (entity_id, endpoint_id)',
  // The webhook of a notice to an endpoint. `seq` is the order of the notices of a query.
  `create table notice_delivery (
    endpoint_id uuid not null references notice_endpoint on delete cascade,
    notice_id uuid not null,
    query_event_id uuid not null,
    seq bigint generated always as identity,
    -- The time of the notice.
    created_at timestamptz not null,
    state text not null default 'pending',
    attempts integer not null default 0,
    -- Of a pending one: when it is sent, or sent again if the process that sends it has been killed.
    next_attempt_at timestamptz not null default now(),
    -- When a pending one is given up.
    park_at timestamptz not null default now() + interval '3 days',
    attempted_at timestamptz,
    response_status integer,
    failure text,
    delivered_at timestamptz,
    primary key (endpoint_id, notice_id)
  )`,
  `create index notice_delivery_due on notice_delivery (endpoint_id, next_attempt_at, seq)
    where state = 'pending'`,
  `create index notice_delivery_in_order on notice_delivery (endpoint_id, query_event_id, seq)
    where state = 'pending'`,
  `create index notice_delivery_to_park on notice_delivery (park_at) where state = 'pending'`,
  `create index notice_delivery_parked on notice_delivery (endpoint_id, notice_id)
    where state = 'parked'`,
  'create index notice_delivery_by_time on notice_delivery (created_at)',
];
