import { ForwardOnlyMigration } from '@ndx/postgres';
import type { QueryRunner } from 'typeorm';

export class CreateParticipants1700000100000 extends ForwardOnlyMigration {
  readonly name = 'CreateParticipants1700000100000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table network (
        id uuid primary key,
        name text not null,
        created_at timestamptz not null
      )`);
    await runner.query(`
      create table institution (
        id uuid primary key,
        -- The organization claim of its users' tokens, by which accounts are resolved.
        org_id text not null constraint institution_by_organization unique,
        name text not null,
        -- The network that registered it, whose governors administer its accounts.
        home_network_id uuid references network,
        created_at timestamptz not null,
        revision integer not null
      )`);
    await runner.query(`
      create table account (
        id uuid primary key,
        entity_id uuid not null references institution,
        subject text not null,
        email text,
        status text not null check (status in ('active', 'suspended')),
        created_at timestamptz not null,
        -- Resolves a token's user, and lists an institution's accounts.
        constraint account_by_subject unique (entity_id, subject)
      )`);
    await runner.query(`
      create table membership (
        network_id uuid not null references network,
        entity_id uuid not null references institution,
        -- Empty after the institution has left: the row stays, because its revision must increase.
        roles text[] not null,
        joined_at timestamptz not null,
        revision integer not null,
        -- Lists a network's members.
        primary key (network_id, entity_id)
      )`);
    // The networks of an institution, for every account resolution.
    await runner.query('create index membership_by_entity on membership (entity_id, joined_at)');
    // Pages through the accounts of an institution.
    await runner.query('create index account_by_entity on account (entity_id, id)');
  }
}
