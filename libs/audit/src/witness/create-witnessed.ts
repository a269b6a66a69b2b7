import { ForwardOnlyMigration } from '@ndx/postgres';
import type { QueryRunner } from 'typeorm';

/** What the witnesses of the audit logs cosigned, in every service's database. */
export class CreateWitnessed1700000000410 extends ForwardOnlyMigration {
  readonly name = 'CreateWitnessed1700000000410';

  async up(runner: QueryRunner): Promise<void> {
    // The newest checkpoint of a log that a witness cosigned.
    await runner.query(`
      create table audit_witnessed (
        network uuid primary key,
        size bigint not null,
        checkpoint text not null
      )`);
    // The last cosignature of a witness, the size and its time, and why it gave none since.
    await runner.query(`
      create table audit_witness (
        network uuid not null,
        verifier_key text not null,
        since timestamptz not null default now(),
        size bigint not null default 0,
        cosigned_at timestamptz,
        cosignature text,
        refusal text,
        primary key (network, verifier_key)
      )`);
  }
}
