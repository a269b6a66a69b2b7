import { ForwardOnlyMigration } from '@ndx/postgres';
import type { QueryRunner } from 'typeorm';

/**
 * A business may have several registrations and one EIN. The columns of its first registration are
 * dropped at once: no released version reads them.
 */
export class KeepEveryRegistration1700000400000 extends ForwardOnlyMigration {
  readonly name = 'KeepEveryRegistration1700000400000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table business_registration (
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
      )`);
    await runner.query(`
      insert into business_registration
        (registration_key, jurisdiction, network_id, business_id, position, identifier, match_hash)
      select registration_key, jurisdiction, network_id, id, 0,
        registration_identifier, registration_match_hash
      from business_identity where registration_key is not null`);
    await runner.query(`
      alter table business_identity
        drop constraint business_by_registration,
        drop column jurisdiction,
        drop column registration_identifier,
        drop column registration_key,
        drop column registration_match_hash`);
  }
}
