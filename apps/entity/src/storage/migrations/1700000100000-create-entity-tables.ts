import { ForwardOnlyMigration } from '@ndx/postgres';
import type { QueryRunner } from 'typeorm';

export class CreateEntityTables1700000100000 extends ForwardOnlyMigration {
  readonly name = 'CreateEntityTables1700000100000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of [
      ...PARTICIPANTS,
      ...PARTS_OF_TEXTS,
      ...CONSUMERS,
      ...BUSINESSES,
      ...CONFLICTS,
      ...RELATIONS,
    ]) {
      await runner.query(statement);
    }
  }
}

const PARTICIPANTS = [
  `create table network (
    id uuid primary key,
    name text not null,
    created_at timestamptz not null,
    -- Jurisdictions without a country are subdivisions of it.
    country text not null default 'US',
    identity_visibility text not null default 'network',
    dispute_acknowledge_days integer not null default 5,
    dispute_decide_days integer not null default 30,
    records_of_leavers text not null default 'exclude',
    policy_changes text not null default 'direct',
    client_token_binding text not null default 'optional',
    direct_changes_requested_by uuid,
    -- Counts the changes of the settings, the last by this institution.
    changed_by uuid,
    revision integer not null default 0
  )`,
  `create table network_witnesses (
    id uuid primary key references network,
    witnesses jsonb not null,
    entity_id uuid not null,
    revision integer not null
  )`,
  `create table institution (
    id uuid primary key,
    -- The organization claim of its users' tokens, by which accounts are resolved.
    org_id text not null,
    name text not null,
    -- The network that registered it, whose governors administer its accounts.
    home_network_id uuid references network,
    created_at timestamptz not null,
    revision integer not null
  )`,
  // Resolves a token's organization in each network that registered it: a network cannot see the
  // organizations of another network (decision 0036).
  `create unique index institution_by_organization on institution (org_id, home_network_id)`,
  `create table account (
    id uuid primary key,
    entity_id uuid not null references institution,
    subject text not null,
    email text,
    status text not null check (status in ('active', 'suspended')),
    created_at timestamptz not null,
    revision integer not null,
    -- Resolves a token's user, and lists an institution's accounts.
    constraint account_by_subject unique (entity_id, subject)
  )`,
  // Pages through the accounts of an institution.
  'create index account_by_entity on account (entity_id, id)',
  // The clients that institutions registered. A removed one keeps its row: its account must not act
  // without its terms (decision 0124).
  `create table client (
    account_id uuid primary key references account,
    entity_id uuid not null references institution,
    client_id text not null,
    name text not null,
    permissions text[] not null,
    network_ids uuid[] not null,
    addresses text[],
    token_binding text not null,
    registered_by uuid not null,
    registered_at timestamptz not null,
    removed_at timestamptz
  )`,
  // Pages through the clients of an institution.
  'create index client_by_entity on client (entity_id, account_id) where removed_at is null',
  // Resolves a token that names a client and no organization (decision 0143).
  'create index client_by_client_id on client (client_id) where removed_at is null',
  // Who registered a client with a subject first, also after its removal: such a token acts for no
  // other institution (decision 0143).
  `create table first_registration (
    client_id text not null,
    subject text not null,
    entity_id uuid not null references institution,
    registered_at timestamptz not null,
    primary key (client_id, subject)
  )`,
  // Invitations to be an account; only a digest of the secret is stored (decision 0129).
  `create table invitation (
    id uuid primary key,
    network_id uuid not null references network,
    entity_id uuid references institution,
    institution_name text not null,
    roles text[] not null,
    email text,
    secret_digest bytea not null,
    sent_by uuid not null,
    sender_entity_id uuid not null,
    created_at timestamptz not null,
    expires_at timestamptz not null,
    status text not null check (status in ('open', 'accepted', 'revoked')),
    account_id uuid references account,
    ended_at timestamptz
  )`,
  // Finds the invitation of a secret.
  'create unique index invitation_by_secret on invitation (secret_digest)',
  // Pages through the invitations of a network, and through those to an institution.
  'create index invitation_by_network on invitation (network_id, id)',
  'create index invitation_by_entity on invitation (entity_id, id)',
  // For the limit of open invitations of a sender.
  `create index invitation_by_sender on invitation (sender_entity_id, expires_at)
   where status = 'open'`,
  // For the deletion of ended invitations.
  'create index invitation_by_expiry on invitation (expires_at)',
  `create table membership (
    network_id uuid not null references network,
    entity_id uuid not null references institution,
    -- Empty after the institution has left: the row stays, because its revision must increase.
    roles text[] not null,
    joined_at timestamptz not null,
    revision integer not null,
    -- How the name of a member looks; null for a former member.
    name_skeleton text,
    folded_skeleton text,
    raised_skeleton text,
    -- Lists a network's members.
    primary key (network_id, entity_id)
  )`,
  // The names of the members of a network do not look alike (decision 0107).
  'create unique index membership_by_skeleton on membership (network_id, name_skeleton)',
  'create unique index membership_by_folded_skeleton on membership (network_id, folded_skeleton)',
  'create unique index membership_by_raised_skeleton on membership (network_id, raised_skeleton)',
  // The networks of an institution, for every account resolution.
  'create index membership_by_entity on membership (entity_id, joined_at)',
  // The clocks that institutions moved forward, each of the institution (an empty name) or of one of
  // its test runs; empty outside a sandbox (decisions 0085, 0122).
  `create table institution_clock (
    entity_id uuid not null,
    run text not null,
    offset_seconds integer not null,
    moved_at timestamptz not null default now(),
    primary key (entity_id, run)
  )`,
];

/**
 * For the partial matches of contract 4.2. pg_trgm indexes no part of fewer than three characters,
 * and no punctuation; these are all parts of one, two and three characters.
 */
const PARTS_OF_TEXTS = [
  // Allows indexes over parts to begin with the network.
  'create extension if not exists btree_gin',
  // Evaluated only for the few rows that pass the cheaper condition beside it.
  `create function text_grams(folded text) returns text[]
   language plpgsql immutable strict parallel safe cost 10 as $$
   declare
     grams text[] := string_to_array(folded, null);
   begin
     -- Shorter parts at the end of the text are already in the list.
     for i in 1 .. char_length(folded) - 1 loop
       grams := grams || substr(folded, i, 2) || substr(folded, i, 3);
     end loop;
     return grams;
   end $$`,
];

// The columns of an identity hold its first statement; the folded texts and `emails` include all
// statements. Each other institution has its own statement.
const CONSUMERS = [
  `create table consumer_identity (
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
    created_at timestamptz not null,
    updated_at timestamptz not null,
    revision integer not null,
    stated_by uuid not null,
    emails text,
    absorbed text[] not null default '{}',
    merged_into uuid references consumer_identity,
    ssn_ordinal integer not null default 0,
    match_hashes text[] not null
  )`,
  // Several consumers may share an SSN; concurrent inserts cannot take the same ordinal.
  `create unique index consumer_by_ssn_ordinal
    on consumer_identity (ssn_index, network_id, ssn_ordinal)`,
  // Searches without criteria: the newest of a network.
  'create index consumer_by_age on consumer_identity (network_id, created_at desc, id desc)',
  // Search by date of birth.
  `create index consumer_by_date_of_birth
    on consumer_identity (network_id, date_of_birth, created_at desc)`,
  ...indexesOfParts('consumer', ['first_name', 'last_name']),
  `create index consumer_by_merge on consumer_identity (merged_into)
    where merged_into is not null`,
  `create table consumer_statement (
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
  )`,
  // Search by date of birth.
  `create index consumer_statement_by_date_of_birth
    on consumer_statement (network_id, date_of_birth)`,
];

const BUSINESSES = [
  `create table business_identity (
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
    stated_ein_index text,
    stated_ein_last_four text,
    ein_sealed text,
    ein_index text,
    ein_last_four text,
    created_at timestamptz not null,
    updated_at timestamptz not null,
    revision integer not null,
    stated_by uuid not null,
    emails text,
    absorbed text[] not null default '{}',
    merged_into uuid references business_identity,
    ein_ordinal integer not null default 0,
    ein_match_hashes text[] not null default '{}',
    -- Of a separated business: the registrations of another one with its legal names.
    name_match_hashes text[] not null default '{}',
    -- The search by EIN. Several businesses may share an EIN; concurrent inserts cannot take the
    -- same ordinal.
    constraint business_by_ein unique (ein_index, network_id, ein_ordinal)
  )`,
  // Finds the few separated businesses by a claim.
  `create index business_by_name_key on business_identity using gin (name_match_hashes)
    where name_match_hashes <> '{}'`,
  // Searches without criteria: the newest of a network.
  'create index business_by_age on business_identity (network_id, created_at desc, id desc)',
  ...indexesOfParts('business', ['legal_name', 'dba_name']),
  `create index business_by_merge on business_identity (merged_into)
    where merged_into is not null`,
  // A business may have several registrations and one EIN.
  `create table business_registration (
    registration_key text not null,
    jurisdiction text not null,
    network_id uuid not null references network,
    business_id uuid not null references business_identity,
    position integer not null,
    identifier text not null,
    match_hash text not null,
    -- One identity per registration and network, and the look-up by registration.
    primary key (registration_key, jurisdiction, network_id),
    -- Reads the registrations of a business in order.
    constraint business_registration_in_order unique (business_id, position)
  )`,
  `create table business_statement (
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
    stated_ein_index text,
    stated_ein_last_four text,
    primary key (business_id, entity_id)
  )`,
];

const CONFLICTS = [
  `create table identity_conflict (
    conflict_id uuid primary key,
    network_id uuid not null references network,
    subject_type text not null check (subject_type in ('consumer', 'business')),
    -- The subject that opened the conflict first, then the existing ones.
    subject_ids uuid[] not null,
    status text not null check (status in ('open', 'merged', 'kept_apart', 'confirmed', 'separated')),
    kind text not null check (kind in ('shared_identifier', 'name_differs', 'ein_differs')),
    into_subject_id uuid,
    opened_at timestamptz not null,
    resolved_at timestamptz
  )`,
  // The list of a network, oldest first.
  `create index identity_conflict_by_network
    on identity_conflict (network_id, status, conflict_id)`,
  `create table subject_separation (
    separation_id uuid primary key,
    network_id uuid not null references network,
    subject_id uuid not null,
    new_subject_id uuid not null,
    reason text not null,
    account_id uuid not null,
    entity_id uuid not null,
    separated_at timestamptz not null,
    statement_entity_ids uuid[] not null,
    record_ids uuid[] not null,
    consent_ids uuid[] not null
  )`,
  // The list of a network, oldest first.
  `create index subject_separation_by_network
    on subject_separation (network_id, separation_id)`,
];

const RELATIONS = [
  // The subjects of an institution, for searches of a network whose `identity_visibility` is
  // `related`.
  `create table subject_relation (
    subject_id uuid not null,
    entity_id uuid not null,
    network_id uuid not null,
    primary key (subject_id, entity_id)
  )`,
  // Searches by an institution.
  `create index subject_relation_by_entity
    on subject_relation (network_id, entity_id, subject_id)`,
];

/** The partial matches of contract 4.2, one for each parameter, within a network. */
function indexesOfParts(subject: 'consumer' | 'business', names: readonly string[]): string[] {
  const index = (name: string, column: string) =>
    `create index ${subject}_by_${name} on ${subject}_identity
      using gin (network_id, text_grams(${column}))`;
  return [...names.map((name) => index(name, `${name}_folded`)), index('emails', 'emails')];
}
