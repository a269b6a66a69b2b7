import { ForwardOnlyMigration } from '@ndx/postgres';
import type { QueryRunner } from 'typeorm';

export class CreateSimulations1700000100200 extends ForwardOnlyMigration {
  readonly name = 'CreateSimulations1700000100200';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of STATEMENTS) await runner.query(statement);
  }
}

const STATEMENTS = [
  // `governed`: the networks that the institution governed at the start. `network_ids`: the networks of
  // the policy and of the queries simulated so far. The place is the last query.
  // A running one is continued when it is due; a process that continues it moves that time.
  `create table simulation (
    simulation_id uuid primary key,
    network_id uuid not null,
    network_ids uuid[] not null,
    governed uuid[] not null,
    entity_id uuid not null,
    account_id uuid not null,
    policy_id uuid not null,
    policy_version integer,
    product_id uuid not null,
    is_default boolean not null,
    enforced boolean not null,
    status text not null,
    digest text not null,
    model_selections json not null,
    consent text,
    permissible_purposes text[] not null,
    period_start timestamptz not null,
    period_end timestamptz not null,
    state text not null,
    failure text,
    counts json not null,
    listed integer not null,
    place_at timestamptz not null,
    place_id uuid not null,
    due_at timestamptz not null,
    advanced_at timestamptz not null,
    created_at timestamptz not null,
    ended_at timestamptz
  )`,
  // One at a time in a network; finds those to continue, too.
  `create unique index simulation_running on simulation (network_id) where state = 'running'`,
  'create index simulation_by_network on simulation (network_id, simulation_id)',
  'create index simulation_by_time on simulation (created_at)',
  // The queries whose answer changes; `answer` has what a governor of all of `network_ids` may know.
  `create table simulated_query (
    simulation_id uuid not null references simulation on delete cascade,
    query_event_id uuid not null,
    network_ids uuid[] not null,
    answer json not null,
    primary key (simulation_id, query_event_id)
  )`,
];
