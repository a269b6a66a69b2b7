import { ForwardOnlyMigration } from '@ndx/postgres';
import type { QueryRunner } from 'typeorm';

export class CreatePolicies1700000100000 extends ForwardOnlyMigration {
  readonly name = 'CreatePolicies1700000100000';

  async up(runner: QueryRunner): Promise<void> {
    await createNetworkProducts(runner);
    await createQueryingPolicies(runner);
    await createQueryingPolicyVersions(runner);
    await createQueryingPolicyTests(runner);
    await createPolicyDrafts(runner);
    await createFurnishingPolicies(runner);
  }
}

async function createNetworkProducts(runner: QueryRunner): Promise<void> {
  // There is no table of products: the catalogue declares them.
  await runner.query(`
    create table network_product (
      id uuid primary key,
      network_id uuid not null,
      product_id uuid not null,
      created_at timestamptz not null,
      -- Resolves a pair to its association; the primary key lets one of several writers create it.
      constraint network_product_pair unique (network_id, product_id),
      -- The target of the policies' foreign keys, so that a policy cannot name another pair.
      constraint network_product_identity unique (id, network_id, product_id)
    )`);
}

async function createQueryingPolicies(runner: QueryRunner): Promise<void> {
  await runner.query(`
    create table querying_policy (
      id uuid primary key,
      network_product_id uuid not null,
      network_id uuid not null,
      product_id uuid not null,
      entity_id uuid not null,
      name text not null,
      version integer not null,
      revision integer not null,
      schema_version text not null,
      status text not null,
      is_default boolean not null,
      enforced boolean not null,
      model_selections jsonb not null,
      created_at timestamptz not null,
      updated_at timestamptz not null,
      -- The consent requirement of a query: null is the default of the product.
      consent text,
      permissible_purposes jsonb not null default '[]',
      constraint querying_policy_pair foreign key (network_product_id, network_id, product_id)
        references network_product (id, network_id, product_id),
      constraint querying_policy_default_is_published check (status = 'published' or not is_default)
    )`);
  // One policy of a name for a pair; also used to check whether a name exists.
  await runner.query(
    'create unique index querying_policy_name on querying_policy (network_product_id, name)',
  );
  // One default for a pair; also finds the previous default.
  await runner.query(
    'create unique index querying_policy_default on querying_policy (network_product_id) where is_default',
  );
  // Lists the policies of a network, newest first.
  await runner.query(
    'create index querying_policy_by_network on querying_policy (network_id, created_at desc, id desc)',
  );
}

async function createQueryingPolicyVersions(runner: QueryRunner): Promise<void> {
  await runner.query(`
    create table querying_policy_version (
      policy_id uuid not null references querying_policy (id),
      version integer not null,
      account_id uuid not null,
      name text not null,
      status text not null,
      is_default boolean not null,
      enforced boolean not null,
      model_selections jsonb not null,
      saved_at timestamptz not null,
      consent text,
      permissible_purposes jsonb not null default '[]',
      entity_id uuid not null,
      -- Of the draft that was published as the version; null: the version was saved at once.
      draft_digest text,
      author_account_id uuid,
      comment text,
      approval jsonb,
      break_glass_reason text,
      failed_tests text[] not null default '{}',
      primary key (policy_id, version)
    )`);
  // Certificates name the version that applied, so a version never changes.
  await runner.query(`
    create function refuse_change_of_version() returns trigger language plpgsql as $$
    begin
      raise exception 'a version of a querying policy never changes';
    end $$`);
  await runner.query(`
    create trigger querying_policy_version_is_immutable
      before update or delete on querying_policy_version
      for each row execute function refuse_change_of_version()`);
}

async function createQueryingPolicyTests(runner: QueryRunner): Promise<void> {
  // The primary key also lists the tests of a policy by name.
  await runner.query(`
    create table querying_policy_test (
      policy_id uuid not null references querying_policy (id),
      name text not null,
      test jsonb not null,
      digest text not null,
      account_id uuid not null,
      entity_id uuid not null,
      saved_at timestamptz not null,
      primary key (policy_id, name)
    )`);
}

async function createPolicyDrafts(runner: QueryRunner): Promise<void> {
  // A querying or a furnishing policy has the id, so there is no foreign key.
  await runner.query(`
    create table policy_draft (
      policy_id uuid primary key,
      kind text not null check (kind in ('querying', 'furnishing')),
      network_id uuid not null,
      base_version integer not null,
      digest text not null,
      account_id uuid not null,
      entity_id uuid not null,
      comment text,
      status text not null,
      -- The members of the kind of policy.
      content jsonb not null,
      saved_at timestamptz not null,
      editor_account_ids uuid[] not null,
      submission jsonb,
      approval jsonb,
      schedule jsonb
    )`);
  // Lists the drafts of a network.
  await runner.query(
    'create index policy_draft_by_network on policy_draft (network_id, policy_id)',
  );
  // Finds the draft whose time of publication comes first.
  await runner.query(`
    create index policy_draft_due on policy_draft ((schedule->>'publishAt'))
      where schedule->'failure' = 'null'`);
}

async function createFurnishingPolicies(runner: QueryRunner): Promise<void> {
  await runner.query(`
    create table furnishing_policy (
      id uuid primary key,
      network_product_id uuid not null,
      network_id uuid not null,
      product_id uuid not null,
      entity_id uuid not null,
      name text not null,
      version integer not null,
      revision integer not null,
      schema_version text not null,
      source_default_slug text,
      active_on timestamptz,
      deprecated_on timestamptz,
      policy_metadata jsonb not null,
      created_at timestamptz not null,
      updated_at timestamptz not null,
      -- The draft that was published as the version, and the one that ended it, if any.
      publication jsonb,
      ending jsonb,
      constraint furnishing_policy_pair foreign key (network_product_id, network_id, product_id)
        references network_product (id, network_id, product_id)
    )`);
  // Finds the latest version of a name for a pair.
  await runner.query(
    'create unique index furnishing_policy_name on furnishing_policy (network_product_id, name, version)',
  );
  // Lists the policies of a network, newest first.
  await runner.query(
    'create index furnishing_policy_by_network on furnishing_policy (network_id, created_at desc, id desc)',
  );
}
