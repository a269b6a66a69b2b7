import { ForwardOnlyMigration } from '@ndx/postgres';
import type { QueryRunner } from 'typeorm';

export class CreateAttestations1700000100000 extends ForwardOnlyMigration {
  readonly name = 'CreateAttestations1700000100000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table attestation (
        id uuid primary key,
        entity_id uuid not null,
        product_id uuid not null,
        signed_by_name text not null,
        signed_by_title text not null,
        signed_at timestamptz not null,
        expires_at timestamptz not null,
        attestation_data jsonb not null,
        created_at timestamptz not null,
        revoked_at timestamptz,
        revision integer not null
      )`);
    // Pages through those of an institution.
    await runner.query('create index attestation_by_institution on attestation (entity_id, id)');
    // Finds the current one of a product: the most recently created (contract 3, rule 3).
    await runner.query(
      'create index attestation_by_product on attestation (entity_id, product_id, created_at desc)',
    );
  }
}
