import { ForwardOnlyMigration } from '@ndx/postgres';
import type { QueryRunner } from 'typeorm';

export class CreateConsents1700000100000 extends ForwardOnlyMigration {
  readonly name = 'CreateConsents1700000100000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table consent (
        id uuid primary key,
        kind text not null check (kind in ('consumer', 'business')),
        entity_id uuid not null,
        network_id uuid,
        subject_id uuid not null,
        match_hashes text[] not null,
        -- As the consent of a business states it.
        legal_name text,
        sealed_identity text not null,
        scope text not null,
        consented_fields text not null,
        expires_at timestamptz not null,
        revoked_at timestamptz,
        grants jsonb not null,
        created_at timestamptz not null,
        revision integer not null check (revision >= 1),
        check (kind = 'business' or network_id is not null)
      )`);
    // Pages through an institution's consents of one kind.
    await runner.query('create index consent_by_institution on consent (entity_id, kind, id)');
    // Pages through an institution's consents of one subject.
    // Also finds those of every institution.
    await runner.query('create index consent_by_subject on consent (subject_id, entity_id, id)');
    // Finds an institution's consents that end soon among all that are in force.
    await runner.query(
      `create index consent_by_end on consent (entity_id, kind, expires_at)
       where revoked_at is null`,
    );
    // The consents of an institution that were recorded in a period.
    await runner.query('create index consent_by_time on consent (entity_id, kind, created_at)');
    // Pages through an institution's revoked consents, which are few among all.
    await runner.query(
      `create index consent_revoked on consent (entity_id, kind, id)
       where revoked_at is not null`,
    );
    // The key serves the only query: the history of one consent in order, after a revision.
    await runner.query(`
      create table consent_history (
        consent_id uuid not null references consent (id),
        revision integer not null,
        action text not null,
        at timestamptz not null,
        account_id uuid not null,
        differences jsonb not null,
        primary key (consent_id, revision)
      )`);
    // A receipt names the audit entries of its consent.
    await runner.query('create index audit_entry_by_subject on audit_entry (subject)');
    await this.protectEvidence(runner);
  }

  /** The database rejects changes of recorded facts, even when the code has a bug. */
  private async protectEvidence(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create function refuse_change_of_evidence() returns trigger language plpgsql as $$
      begin
        raise exception 'what % records is evidence and does not change', tg_table_name;
      end $$`);
    await runner.query(`
      create trigger consent_history_is_append_only
      before update or delete or truncate on consent_history
      for each statement execute function refuse_change_of_evidence()`);
    await runner.query(`
      create trigger consent_is_kept before delete or truncate on consent
      for each statement execute function refuse_change_of_evidence()`);
    // Re-encryption keeps the identity on a consent the same. The transaction that re-encrypts
    // declares itself; all other changes of the sealed identity are rejected (decision 37). So does
    // one that moves consents of a separated business (decision 0108).
    const evidence = ['id', 'kind', 'entity_id', 'network_id', 'legal_name', 'created_at'];
    const row = (name: string) => evidence.map((column) => `${name}.${column}`).join(', ');
    await runner.query(`
      create trigger consent_identity_is_immutable before update on consent
      for each row when ((${row('old')}) is distinct from (${row('new')})
        or (old.sealed_identity is distinct from new.sealed_identity
            and coalesce(current_setting('ndx.rewrites_sealed_values', true), '') <> 'on')
        or (old.subject_id is distinct from new.subject_id
            and coalesce(current_setting('ndx.separates_subjects', true), '') <> 'on'))
      execute function refuse_change_of_evidence()`);
  }
}
